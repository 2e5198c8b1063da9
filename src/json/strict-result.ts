import type { Json } from './json.ts';

/** How large a value may be before it is refused. */
export interface JsonBounds {
  /** Levels of nesting; a scalar has depth 0. */
  readonly depth: number;
  /** Values of any kind, containers included. */
  readonly nodes: number;
  /** UTF-8 bytes of the canonical text. */
  readonly bytes: number;
}

/** 64 levels, 10,000 values, 256 KiB. */
export const defaultBounds: JsonBounds = Object.freeze({ depth: 64, nodes: 10_000, bytes: 256 * 1024 });

/** What a value or a text is refused for. Closed and stable; a pin freezes the list. */
export const jsonFaults = [
  // a value that is not plain JSON data
  'accessor',
  'array_property',
  'bigint',
  'class_instance',
  'function',
  'hidden_member',
  'hole',
  'proto_member',
  'proxy',
  'symbol',
  'undefined',
  // JSON that has no single exact meaning
  'duplicate_member',
  'inexact_number',
  'lone_surrogate',
  'not_finite',
  'unsafe_integer',
  // larger than the bounds
  'bytes',
  'depth',
  'nodes',
  // a text that is not one JSON value
  'syntax',
  'trailing_text',
] as const;

/** What a value was refused for. */
export type JsonFault = (typeof jsonFaults)[number];

/** Why a value is not plain JSON: where (RFC 6901 pointer) and what was expected there. Never the value itself. */
export interface JsonRefusal {
  readonly pointer: string;
  readonly fault: JsonFault;
  readonly expected: string;
}

/** The outcome of reading an untrusted value: a frozen copy, or the first refusal. */
export type StrictResult =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly refusal: JsonRefusal };
