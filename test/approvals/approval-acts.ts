import * as fc from 'fast-check';
import type { Act } from './approval-model.ts';

/** Which of two boundaries is asked. */
export const at = fc.constantFrom<0 | 1>(0, 1);

/** What somebody does about an approval: mostly what moves it on. */
export const act: fc.Arbitrary<Act> = fc.record({
  how: fc.constantFrom<Act['how']>('approve', 'approve', 'approve', 'reject', 'revoke', 'renew', 'lift'),
  by: fc.constantFrom<Act['by']>('rita', 'rita-admin', 'ron', 'ron', 'ann'),
});

/** Under which id a call comes. */
export const callId = fc.constantFrom('a', 'b');

/** How long nothing happens: two of some, or one of others, and an approval has expired. */
export const wait = fc.constantFrom(1, 6_000, 11_000);
