import { exactNumber } from './exact-number.ts';
import type { Json, JsonObject } from './json.ts';
import { type OpenObject, setMember } from './member.ts';
import { type Read, Reading, refused } from './reading.ts';
import { defaultBounds, type JsonBounds, type StrictResult } from './strict-result.ts';

/**
 * Parses one JSON text (RFC 8259) into the same frozen values as `strictCopy`, or says what is wrong with it.
 *
 * Stricter than `JSON.parse`, because a text may only mean one thing: repeated member names are refused however they
 * are escaped, so are numbers that JavaScript cannot hold exactly, half surrogate pairs, and anything before or after
 * the value. Never throws; linear in the text; a text longer than `bounds.bytes` is refused unread.
 */
export function parseStrict(text: string, bounds: JsonBounds = defaultBounds): StrictResult {
  const reading = new Reading(bounds);
  if (typeof text !== 'string') return reading.result(reading.refuse('syntax', 'JSON text'));
  if (text.length > bounds.bytes) {
    return reading.result(reading.refuse('bytes', `at most ${bounds.bytes} bytes`));
  }
  return reading.result(new Parser(text, reading).whole());
}

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Recursive descent over UTF-16 units; `#at` is the next one. Past the end `charCodeAt` answers NaN, equal to none. */
class Parser {
  readonly #text: string;
  readonly #reading: Reading;
  #at = 0;

  constructor(text: string, reading: Reading) {
    this.#text = text;
    this.#reading = reading;
  }

  whole(): Read<Json> {
    this.#space();
    const value = this.#value(1);
    if (value === refused) return refused;
    this.#space();
    if (this.#at === this.#text.length) return value;
    return this.#reading.refuse('trailing_text', 'nothing after the value');
  }

  /** `level` is the level of nesting that a container at this place would be. */
  #value(level: number): Read<Json> {
    const unit = this.#unit();
    if (unit === quote) {
      const text = this.#string();
      return text !== refused && this.#reading.takeString(text) ? text : refused;
    }
    if (unit === openBrace || unit === openBracket) {
      if (!this.#reading.takeValue(1) || !this.#reading.takeLevel(level)) return refused;
      this.#at += 1;
      return unit === openBrace ? this.#object(level) : this.#array(level);
    }
    if (!this.#reading.takeValue(1)) return refused;
    if (unit === minus || isDigit(unit)) return this.#number();
    if (this.#skip('true')) return true;
    if (this.#skip('false')) return false;
    if (this.#skip('null')) return null;
    return this.#reading.refuse('syntax', 'a JSON value');
  }

  #object(level: number): Read<JsonObject> {
    const object: OpenObject<Json> = {};
    this.#space();
    if (this.#take(closeBrace)) return Object.freeze(object);
    for (;;) {
      if (this.#unit() !== quote) return this.#reading.refuse('syntax', 'a member name in double quotes');
      const name = this.#string();
      if (name === refused) return refused;
      if (!this.#reading.takeName(name)) return this.#reading.inside(name);
      if (Object.hasOwn(object, name)) {
        this.#reading.refuse('duplicate_member', 'each member name once');
        return this.#reading.inside(name);
      }
      this.#space();
      if (!this.#take(colon)) return this.#reading.refuse('syntax', '":" after a member name');
      this.#space();
      const value = this.#value(level + 1);
      if (value === refused) return this.#reading.inside(name);
      setMember(object, name, value);
      this.#space();
      if (this.#take(closeBrace)) return Object.freeze(object);
      if (!this.#take(comma)) return this.#reading.refuse('syntax', '"," or "}" after a member');
      this.#space();
    }
  }

  #array(level: number): Read<readonly Json[]> {
    const array: Json[] = [];
    this.#space();
    if (this.#take(closeBracket)) return Object.freeze(array);
    for (;;) {
      const value = this.#value(level + 1);
      if (value === refused) return this.#reading.inside(array.length);
      array.push(value);
      this.#space();
      if (this.#take(closeBracket)) return Object.freeze(array);
      if (!this.#take(comma)) return this.#reading.refuse('syntax', '"," or "]" after an element');
      this.#space();
    }
  }

  /** Finds the closing quote; what an escape means, and whether there is such an escape, is left to `JSON.parse`. */
  #string(): Read<string> {
    const start = this.#at;
    let escaped = false;
    this.#at += 1;
    for (let unit = this.#unit(); unit !== quote; unit = this.#unit()) {
      // Also false past the end, where the unit is NaN.
      if (!(unit >= 0x20)) {
        return this.#reading.refuse('syntax', 'a closed string without control characters');
      }
      if (unit === backslash) escaped = true;
      this.#at += unit === backslash ? 2 : 1;
    }
    this.#at += 1;
    if (!escaped) return this.#text.slice(start + 1, this.#at - 1);
    try {
      return String(JSON.parse(this.#text.slice(start, this.#at)));
    } catch {
      return this.#reading.refuse('syntax', 'escapes that JSON has');
    }
  }

  #number(): Read<number> {
    const start = this.#at;
    this.#take(minus);
    const whole = this.#at;
    let complete = this.#digits();
    if (this.#text.charAt(whole) === '0' && this.#at > whole + 1) complete = false;
    if (this.#take(point)) complete = this.#digits() && complete;
    if (this.#skip('e') || this.#skip('E')) {
      if (!this.#skip('+')) this.#skip('-');
      complete = this.#digits() && complete;
    }
    if (!complete) return this.#reading.refuse('syntax', 'a number as JSON writes it');
    const number = exactNumber(this.#text.slice(start, this.#at));
    if (typeof number === 'number') return number;
    return this.#reading.refuse(number, 'a number that is kept exactly, or its digits as a string');
  }

  /** Moves over digits; false where there are none. */
  #digits(): boolean {
    const start = this.#at;
    while (isDigit(this.#unit())) this.#at += 1;
    return this.#at > start;
  }

  #space(): void {
    for (;;) {
      const unit = this.#unit();
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at += 1;
    }
  }

  #unit(): number {
    return this.#text.charCodeAt(this.#at);
  }

  #take(unit: number): boolean {
    if (this.#unit() !== unit) return false;
    this.#at += 1;
    return true;
  }

  #skip(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
