import { contextInvalid, identifier } from '../action/index.ts';

/** Who acts, as the caller's authentication said. */
export interface Identity {
  readonly tenant: string;
  readonly id: string;
}

/** Checks and freezes who acts, in which part. Throws `context_invalid` for what is no identity. */
export function identityOf(part: 'operator' | 'approver', input: Identity): Identity {
  if (typeof input !== 'object' || input === null) throw contextInvalid(part, 'is missing');
  const unknown = Object.keys(input).find((member) => member !== 'tenant' && member !== 'id');
  if (unknown !== undefined) throw contextInvalid(part, 'has a member besides tenant and id');
  return Object.freeze({
    // The installation has operators of its own, and nobody who approves.
    tenant: part === 'operator' && input.tenant === '' ? '' : identifier(`${part}.tenant`, input.tenant),
    id: identifier(`${part}.id`, input.id),
  });
}
