import { hidden, spelledOut } from '../hidden-text.ts';
import type { Json } from '../json/json.ts';
import { looksAlike } from './look-alike.ts';

/** A part of what is shown; `spelled` stands for something that is in the value and would not be seen as it is. */
export interface ShownPiece {
  readonly text: string;
  readonly spelled: boolean;
}

/** Why somebody who reads a value may take it for another one. */
export type ValueWarning = 'hidden' | 'look_alike' | 'right_to_left' | 'padding';

/** A value as people see it: everything of it, as JSON, in characters that show. */
export interface ShownValue {
  readonly pieces: readonly ShownPiece[];
  readonly warnings: readonly ValueWarning[];
  /** The same in ASCII alone, where characters look like others or change the order; else null. */
  readonly ascii: string | null;
  /** Of a text: how many characters it has; of anything else: its JSON text. */
  readonly length: number;
}

/** Hebrew, Arabic and the other blocks that Unicode reserves for writing from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Whatever may have to be spelled out. Marks are looked at once more, since few of them have to. */
const special = new RegExp(`["\\\\]|${hidden.source}|\\p{M}`, 'gu');
/** Marks without a letter beneath them, or piled up so high that they cover what stands above. */
const loose = /(?<![\p{L}\p{N}\p{S}\p{M}])\p{M}|(?<=\p{M}{4})\p{M}/uy;
const mark = /^\p{M}/u;
const astral = /[\u{10000}-\u{10ffff}]/gu;
const padding = /[ \t\r\n]{20}/;
const ordinary: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Shows a value as JSON. A text by itself breaks its lines where it says so; inside of something it does not. */
export function shownValue(value: Json): ShownValue {
  const shown = new Shown();
  if (typeof value === 'string') shown.string(value, true);
  else shown.value(value, '\n');
  return shown.done(typeof value === 'string' ? value : null);
}

/** Shows a name or an identifier: as a text, without the quotation marks. */
export function shownText(text: string): ShownValue {
  const shown = new Shown();
  shown.characters(text, false);
  return shown.done(text);
}

class Shown {
  readonly #pieces: { text: string; spelled: boolean }[] = [];
  readonly #warnings = new Set<ValueWarning>();

  value(value: Json, indent: string): void {
    if (typeof value === 'string') this.string(value, false);
    else if (value === null || typeof value !== 'object') this.#add(JSON.stringify(value));
    else if (Array.isArray(value)) {
      this.#members('[', ']', value as readonly Json[], indent, (item, inner) => this.value(item, inner));
    } else {
      this.#members('{', '}', Object.entries(value), indent, ([name, member], inner) => {
        this.string(name, false);
        this.#add(': ');
        this.value(member, inner);
      });
    }
  }

  string(text: string, breaks: boolean): void {
    this.#add('"');
    this.characters(text, breaks);
    this.#add('"');
  }

  characters(text: string, breaks: boolean): void {
    if (looksAlike(text)) this.#warnings.add('look_alike');
    if (rightToLeft.test(text)) this.#warnings.add('right_to_left');
    if (padding.test(text)) this.#warnings.add('padding');
    let from = 0;
    for (const { 0: found, index } of text.matchAll(special)) {
      if (seated(text, index, found)) continue;
      this.#add(text.slice(from, index));
      from = index + found.length;
      this.#special(found, breaks);
    }
    this.#add(text.slice(from));
  }

  done(text: string | null): ShownValue {
    const exact = this.#warnings.has('look_alike') || this.#warnings.has('right_to_left');
    return {
      pieces: this.#pieces,
      warnings: [...this.#warnings],
      ascii: exact ? this.#text().replace(/[^\x20-\x7e\n]/gu, spelledOut) : null,
      length: charactersOf(text ?? this.#text()),
    };
  }

  #text(): string {
    return this.#pieces.map((piece) => piece.text).join('');
  }

  #special(character: string, breaks: boolean): void {
    if (character === '"' || character === '\\') return this.#add(`\\${character}`);
    const usual = ordinary[character];
    if (usual === undefined) this.#warnings.add('hidden');
    this.#add(usual ?? spelledOut(character), true);
    if (breaks && character === '\n') this.#add('\n');
  }

  #members<T>(
    open: string,
    close: string,
    members: readonly T[],
    indent: string,
    show: (member: T, inner: string) => void,
  ): void {
    if (members.length === 0) return this.#add(`${open}${close}`);
    const inner = `${indent}  `;
    this.#add(open);
    for (const [place, member] of members.entries()) {
      this.#add(place === 0 ? inner : `,${inner}`);
      show(member, inner);
    }
    this.#add(`${indent}${close}`);
  }

  #add(text: string, spelled = false): void {
    const last = this.#pieces.at(-1);
    if (last?.spelled === spelled) last.text += text;
    else if (text !== '') this.#pieces.push({ text, spelled });
  }
}

/** Whether a mark sits on a letter, as marks do, and shows. */
function seated(text: string, index: number, found: string): boolean {
  if (!mark.test(found) || hidden.test(found)) return false;
  loose.lastIndex = index;
  return !loose.test(text);
}

function charactersOf(text: string): number {
  return text.length - (text.match(astral)?.length ?? 0);
}
