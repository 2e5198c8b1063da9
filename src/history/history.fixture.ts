import { deriveKeys } from '../json/index.ts';
import type { ConversationRow, EntryRow } from '../store/rows.ts';
import { chaining } from './chaining.ts';
import type { EntryBody, StepState } from './entry.ts';

/** The keys and the conversation of the tests beside this file. */
export const keys = deriveKeys('ab'.repeat(32));
export const talk = { tenant: 'acme', owner: 'owner', conversation: 'talk' };

/** Entries of each kind, with whatever a test wants otherwise. */
export const heard = (text = 'text'): EntryBody => ({ kind: 'heard', text, length: 4, quoted: [] });

export const saw = (trust: 'trusted' | 'untrusted' = 'untrusted', step: string | null = null): EntryBody => ({
  kind: 'saw',
  content: 'content',
  length: 7,
  source: 'source',
  trust,
  class: 'internal',
  channel: 'document',
  step,
});

/** A call goes from one state to another, as settling writes it. */
export function step(
  call: string,
  from: 'admitted' | 'completed' | null,
  to: StepState,
  more: Partial<Extract<EntryBody, { readonly kind: 'step' }>> = {},
): EntryBody {
  return { kind: 'step', call, capability: 'orders.view', run: null, from, to, bound: {}, ...more };
}

export const shared = (guest: string, open: boolean): EntryBody => ({ kind: 'shared', guest, open });

/** A history that one chaining makes of all bodies. */
export function historyOf(
  bodies: readonly EntryBody[],
  head: ConversationRow | null = null,
): { readonly conversation: ConversationRow; readonly entries: readonly EntryRow[] } {
  return chaining(keys, talk, 1_000, bodies)(head);
}
