import type { Json } from './json.ts';
declare const digested: unique symbol;
/** 64 lower-case hexadecimal digits. */
export type Digest = string & { readonly [digested]: true };
export declare function digest(purpose: string, value: Json): Digest;
/** Digest of a text that is canonical already. */
export declare function digestText(purpose: string, text: string): Digest;
export declare function sameText(a: string, b: string): boolean;
