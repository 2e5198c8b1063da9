/** A value that the boundary accepts: plain JSON, deeply read-only. RFC 8259 with the limits of `strictCopy`. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A plain JSON object. Members are own, enumerable data properties; `__proto__` never occurs. */
export interface JsonObject {
  readonly [member: string]: Json;
}
