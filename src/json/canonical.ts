import type { Json } from './json.ts';
export declare function canonicalText(value: Json): string;
