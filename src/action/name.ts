/** Longest name, in characters. */
const longest = 128;
/** How many foreign characters of a name are listed. */
const listed = 8;

/**
 * What is wrong with the name of a capability or of a limit, as a half sentence, or null. Names are ASCII, so that none can pass for
 * another one by look-alike letters, full-width forms, invisible characters or direction marks; what does not
 * belong into such a name is listed by its code points.
 */
export function nameProblem(name: unknown): string | null {
  if (typeof name !== 'string') return 'has no name';
  if (name === '') return 'has an empty name';
  const foreign = new Set(name.match(/[^\x20-\x7e]/gu));
  if (foreign.size > 0) {
    return `has a name with characters other than ASCII letters, digits, "_", "-" and ".": ${codePoints(foreign)}`;
  }
  if (name.length > longest) return `has a name longer than ${longest} characters`;
  if (!/^[A-Za-z0-9_][A-Za-z0-9_-]*(\.[A-Za-z0-9_][A-Za-z0-9_-]*)*$/.test(name)) {
    return 'has a malformed name: segments of letters, digits, "_" and "-", none beginning with "-", joined by "."';
  }
  return null;
}

/** A name for messages: quoted, with anything but visible ASCII spelled `\u{…}`. */
export function shownName(name: string): string {
  const quoted = JSON.stringify(Array.from(name).slice(0, longest).join(''));
  return quoted.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${hexOf(character)}}`);
}

function codePoints(characters: ReadonlySet<string>): string {
  const shown = [...characters]
    .slice(0, listed)
    .map((one) => `U+${hexOf(one).toUpperCase().padStart(4, '0')}`);
  return [...shown, ...(characters.size > listed ? ['and others'] : [])].join(' ');
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}
