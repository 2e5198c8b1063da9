import { readMembers } from '../json/read-members.ts';

/** A declaration as it may come from JavaScript: nothing about its members is known yet. */
export type RawDeclaration = Readonly<Record<string, unknown>>;

const declarations = new WeakMap<object, RawDeclaration>();

/** A copy of what was declared, empty for what is no declaration at all. Never throws: registration finds the problems. */
export function declared(declaration: unknown): RawDeclaration {
  return Object.freeze(readMembers(declaration) ?? {});
}

/** Keeps what was declared apart from the handle, so that holding a capability gives no way to its functions. */
export function keepDeclaration(handle: object, declaration: RawDeclaration): void {
  declarations.set(handle, declaration);
}

/** What a capability declares, or null for a value that `capability` did not make. */
export function declarationOf(value: unknown): RawDeclaration | null {
  return (typeof value === 'object' && value !== null && declarations.get(value)) || null;
}
