import { hidden, spelledOut } from '../hidden-text.ts';

const everyHidden = new RegExp(hidden, 'gu');

/** A text from outside as a terminal may show it: one line, in which everything that hides is spelled `\u{…}`. */
export function visible(text: string): string {
  return text.replace(everyHidden, spelledOut);
}

/** A JSON document as a terminal may show it: the same document, with everything that hides escaped as JSON does. */
export function visibleJson(document: unknown): string {
  return JSON.stringify(document, null, 2).replace(everyHidden, (character) =>
    character === '\n' ? character : character.split('').map(escaped).join(''),
  );
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
