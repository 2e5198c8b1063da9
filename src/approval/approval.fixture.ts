import type { UnsignedApproval } from './approval-row.ts';

/** A review that waits for two persons; each test says what of it is otherwise. */
export const waiting: UnsignedApproval = {
  tenant: 'acme',
  id: 'approval-1',
  execution: 'e-1',
  capability: 'orders.cancel',
  catalogue: 'version',
  kind: 'review',
  quorum: 2,
  owner: 'owner',
  conversation: 'talk',
  person: 'person',
  action: 'action',
  target: 'target',
  alike: 'alike',
  status: 'pending',
  asked: 1,
  expires: 1_000,
  decided: null,
  refusedUntil: null,
  votes: null,
  sealed: 'nonce.tag.contents',
  token: null,
  record: 'mac of the ask',
  revision: 1,
};
