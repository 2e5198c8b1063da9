import type { Boundary } from 'countersign';
import { ana } from './captured.ts';
import type { Carrier } from './carrier.ts';

/** Who may say how a claim ended, as the shop's directory knows her. */
export const olga = 'olga';

/**
 * What olga does about lookups that nobody knows the end of: she finds their execution ids in the carrier's books, or does
 * not, and lets them run once more. Either way the carrier charges an id once. Answers what she did, in a few words.
 */
export async function lookInto(boundary: Boundary, carrier: Carrier): Promise<readonly string[]> {
  const { claims } = boundary.operator({ tenant: ana.tenant, id: olga });
  const open = await claims.list();
  if (open.kind !== 'listed') return [`refused: ${open.reason}`];
  const done: string[] = [];
  for (const { executionId } of open.claims) {
    const charged = carrier.books().some(({ reference }) => reference === executionId);
    const resolved = await claims.resolve(executionId, {
      as: 'retryable',
      reason: charged ? 'Charged, answer lost; the carrier repeats it for free.' : 'Not in the books.',
    });
    done.push(resolved.kind === 'resolved' ? `resolved: ${resolved.to}` : `refused: ${resolved.reason}`);
  }
  return done;
}
