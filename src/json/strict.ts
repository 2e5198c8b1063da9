import type { Json } from './json.ts';

/** How large a value may be before it is refused unread. */
export interface JsonBounds {
  /** Levels of nesting; a scalar has depth 0. */
  readonly depth: number;
  /** Values of any kind, containers included. */
  readonly nodes: number;
  /** UTF-8 bytes of the canonical form, approximately (never under-counted). */
  readonly bytes: number;
}

/** What a value was refused for. Closed: a pin freezes the list. */
export type JsonFault = 'placeholder';

/** Why a value is not plain JSON: where (RFC 6901 pointer) and what was expected there. Never the value itself. */
export interface JsonRefusal {
  readonly pointer: string;
  readonly fault: JsonFault;
  readonly expected: string;
}

/** The outcome of reading an untrusted value: a frozen copy, or the first refusal. */
export type StrictResult =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly refusal: JsonRefusal };

export declare const defaultBounds: JsonBounds;
export declare function strictCopy(value: unknown, bounds?: JsonBounds): StrictResult;
