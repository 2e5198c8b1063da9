import { RE2JS } from 're2js';

/** A pattern that cannot be matched in linear time, or is none. The message is half a sentence for registration. */
export class PatternRefused extends Error {
  override readonly name = 'PatternRefused';
}

/** White space of ECMA-262, as ranges within a class. */
const space =
  '\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
/** Everything else. */
const notSpace =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

/**
 * A test for a pattern of JSON Schema (ECMA-262 with the `u` flag, unanchored) that takes time linear in the text,
 * whatever the pattern: a text that a model wrote must not be able to stall the process. Throws `PatternRefused` for
 * what automata cannot do: look-around, back-references, repetition above 1,000. The test keeps no position.
 */
export function linearPattern(pattern: string): (text: string) => boolean {
  try {
    RegExp(pattern, 'u');
  } catch {
    throw new PatternRefused(`has a pattern ${shown(pattern)} that is not a regular expression`);
  }
  try {
    const compiled = RE2JS.compile(translated(pattern));
    return (text) => compiled.test(text);
  } catch (error) {
    throw new PatternRefused(
      `has a pattern ${shown(pattern)} that cannot be matched in linear time: look-around, back-references and ` +
        'repetition above 1,000 are not supported',
      { cause: error },
    );
  }
}

const token =
  /\\u\{[0-9A-Fa-f]+\}|\\u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\[pP]\{[^}]*\}|\\c[A-Za-z]|\\k<|\\.|\[\^?|[\s\S]/gu;

/** The same pattern in the syntax of RE2, where the two give one spelling two meanings. */
function translated(pattern: string): string {
  let text = '';
  let inClass = false;
  for (const [part] of pattern.matchAll(token)) {
    if (part === '\\k<') throw new SyntaxError('back-reference');
    if (part.startsWith('\\')) text += escape(part, inClass);
    else if (inClass) {
      text += part.startsWith('[') ? `\\[${part.slice(1)}` : part;
      inClass = part !== ']';
    } else if (part.startsWith('[')) {
      inClass = true;
      text += part;
    } else text += part === '.' ? '[^\\n\\r\\x{2028}\\x{2029}]' : part;
  }
  return RE2JS.translateRegExp(text);
}

function escape(part: string, inClass: boolean): string {
  switch (part.charAt(1)) {
    case 's':
      return inClass ? space : `[${space}]`;
    case 'S':
      return inClass ? notSpace : `[${notSpace}]`;
    case 'u':
      return `\\x{${codePoint(part).toString(16)}}`;
    case 'c':
      return `\\x{${(part.charCodeAt(2) % 32).toString(16)}}`;
    case 'b':
      // Within a class this is the backspace, elsewhere a word boundary.
      return inClass ? '\\x{8}' : part;
    case '0':
      return '\\x{0}';
    default:
      return part;
  }
}

function codePoint(part: string): number {
  const [high = 0, low] = [...part.matchAll(/[0-9A-Fa-f]{4,}|(?<=\{)[0-9A-Fa-f]+/g)].map(([digits]) =>
    parseInt(digits, 16),
  );
  return low === undefined ? high : (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
}

function shown(pattern: string): string {
  return JSON.stringify(pattern.length <= 80 ? pattern : `${pattern.slice(0, 79)}…`);
}
