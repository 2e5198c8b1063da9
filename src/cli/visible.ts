/**
 * What a terminal would act on, hide or reorder: controls and escape sequences, format characters (bidirectional
 * overrides and isolates, zero-width and tag characters), line separators, lone surrogates, whatever is unassigned or
 * drawn as nothing, and spaces that only look like one. Unicode Technical Report 36 tells what they are used for.
 */
const hidden = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/** A text from outside as a terminal may show it: one line, in which everything that hides is spelled `\u{…}`. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** A JSON document as a terminal may show it: the same document, with everything that hides escaped as JSON does. */
export function visibleJson(document: unknown): string {
  return JSON.stringify(document, null, 2).replace(hidden, (character) =>
    character === '\n' ? character : character.split('').map(escaped).join(''),
  );
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
