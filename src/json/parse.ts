import type { JsonBounds, StrictResult } from './strict.ts';
export declare function parseStrict(text: string, bounds?: JsonBounds): StrictResult;
