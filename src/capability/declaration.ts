/** A declaration as it may come from JavaScript: nothing about its members is known yet. */
export type RawDeclaration = Readonly<Record<string, unknown>>;

const declarations = new WeakMap<object, RawDeclaration>();

/** Keeps what was declared apart from the handle, so that holding a capability gives no way to its functions. */
export function keepDeclaration(handle: object, declaration: object): void {
  declarations.set(handle, Object.freeze({ ...declaration }));
}

/** What a capability declares, or null for a value that `capability` did not make. */
export function declarationOf(value: unknown): RawDeclaration | null {
  return (typeof value === 'object' && value !== null && declarations.get(value)) || null;
}
