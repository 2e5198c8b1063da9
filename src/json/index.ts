export { canonicalText } from './canonical.ts';
export type { Column } from './columns.ts';
export { type Digest, digest, digestText, isDigest, type Purpose, sameText } from './digest.ts';
export type { Json, JsonObject } from './json.ts';
export { KeyFault } from './key-fault.ts';
export { type KeyRing, keyRing, type StoredKey, type WrappedKeys } from './key-ring.ts';
export { deriveKeys, type Keys } from './keys.ts';
export { isObject } from './object.ts';
export { parseStrict } from './parse.ts';
export { plainObject } from './plain-object.ts';
export { pointerTo, pointerToken } from './pointer.ts';
export { freshBytes } from './random.ts';
export { sealHead } from './seal.ts';
export {
  defaultBounds,
  type JsonBounds,
  type JsonFault,
  jsonFaults,
  type JsonRefusal,
  type StrictResult,
} from './strict-result.ts';
export { strictCopy } from './strict.ts';
export type { SubjectKey } from './subject-key.ts';
