/** Longest capability name, in characters. */
const longest = 128;

/**
 * What is wrong with a capability name, as a half sentence, or null. Names are ASCII, so that none can pass for
 * another one by look-alike letters, full-width forms, invisible characters or direction marks; such a name is shown
 * by its code points.
 */
export function nameProblem(name: unknown): string | null {
  if (typeof name !== 'string') return 'has no name';
  if (name === '') return 'has an empty name';
  if (/[^\x20-\x7e]/.test(name)) {
    return `has a name with characters other than ASCII letters, digits, "_", "-" and ".": ${codePoints(name)}`;
  }
  if (name.length > longest) return `has a name longer than ${longest} characters`;
  if (!/^[A-Za-z0-9_][A-Za-z0-9_-]*(\.[A-Za-z0-9_][A-Za-z0-9_-]*)*$/.test(name)) {
    return 'has a malformed name: segments of letters, digits, "_" and "-", none beginning with "-", joined by "."';
  }
  return null;
}

/** A name for messages: quoted, and by code points where it holds anything but visible ASCII. */
export function shownName(name: unknown): string {
  if (typeof name !== 'string' || name === '') return '(no name)';
  return /[^\x20-\x7e]/.test(name) ? codePoints(name) : JSON.stringify(name.slice(0, longest));
}

function codePoints(name: string): string {
  return Array.from(
    name.slice(0, longest),
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ');
}
