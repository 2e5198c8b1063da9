/**
 * The words of a name or a text, in lower case: split at anything that is not a letter or digit, and where camel case
 * or a run of capitals says so (`orderIDs` ends in `ids`). Whole words are compared, never parts of them: `checkout` does not contain `out`.
 */
export function words(text: string): readonly string[] {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** True where the words of `phrase` occur in `text` next to one another, in order. */
export function hasPhrase(text: readonly string[], phrase: readonly string[]): boolean {
  return text.some((_, at) => phrase.every((word, ahead) => text[at + ahead] === word));
}
