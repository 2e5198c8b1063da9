/**
 * What a screen would act on, hide or reorder: controls and escape sequences, format characters (bidirectional
 * overrides and isolates, zero-width and tag characters), line separators, lone surrogates, whatever is unassigned or
 * drawn as nothing (the empty braille cell too), and spaces that only look like one. Unicode Technical Report 36 tells
 * what they are used for. Matches one character; `spelledOut` is how people are shown it.
 */
export const hidden = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A character that must not be shown as it is, in visible ones: `\u{202e}`. */
export function spelledOut(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
