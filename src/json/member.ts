/** A JSON object that is still being filled. */
export interface OpenObject<T> {
  [member: string]: T;
}

/**
 * Gives an object that is being built a data member of its own. Plain assignment would run an inherited setter, or
 * throw where `Object.prototype` is frozen, for a member named like something inherited (`toString`).
 */
export function setMember<T>(object: OpenObject<T>, name: string, value: T): void {
  if (name in object) {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[name] = value;
  }
}
