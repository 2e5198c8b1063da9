import { contextInvalid, identifier } from '../action/index.ts';

/** Who acts, as the caller's authentication said. */
export interface Identity {
  readonly tenant: string;
  readonly id: string;
}

/** Checks and freezes who acts, in which part. Throws `context_invalid` for what is no identity. */
export function identityOf(part: 'operator' | 'approver', input: unknown): Identity {
  if (typeof input !== 'object' || input === null) throw contextInvalid(part, 'is missing');
  const unknown = Object.keys(input).find((member) => member !== 'tenant' && member !== 'id');
  if (unknown !== undefined) throw contextInvalid(part, 'has a member besides tenant and id');
  const { tenant, id }: { readonly tenant?: unknown; readonly id?: unknown } = input;
  return Object.freeze({
    // The installation has operators of its own, and nobody who approves.
    tenant: part === 'operator' && tenant === '' ? '' : identifier(`${part}.tenant`, tenant),
    id: identifier(`${part}.id`, id),
  });
}
