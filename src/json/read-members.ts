/** Stands for a member that throws when it is read. No check accepts it, so it is a problem like any wrong value. */
export const unreadable = Symbol('unreadable');

/**
 * The own members of a value, each read once, with `unreadable` for one that throws; null for what is no object, is a
 * list, or does not let its members be listed. Never throws.
 */
export function readMembers(value: unknown): Readonly<Record<string, unknown>> | null {
  try {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const source: object = value;
    return Object.fromEntries(Object.keys(source).map((name) => [name, read(source, name)]));
  } catch {
    return null;
  }
}

function read(source: object, name: string): unknown {
  try {
    return Reflect.get(source, name);
  } catch {
    return unreadable;
  }
}
