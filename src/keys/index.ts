export { adoptKeys } from './adopt-keys.ts';
export { environmentKey } from './environment-key.ts';
export { findKeys, type KeySource } from './find-keys.ts';
export { keyMismatch } from './key-mismatch.ts';
