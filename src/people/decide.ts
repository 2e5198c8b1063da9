import { type Deciding, writeDecision } from '../acting/deciding.ts';
import { isRefused, refused } from '../acting/refused.ts';
import { statusAt, type UnrecordedApproval } from '../approval/index.ts';
import { sameText } from '../json/index.ts';
import type { ApprovalStatus } from '../store/rows.ts';
import type { Answered, ApproverRefusal } from './approver.ts';
import { find, type Found, type Opened } from './found.ts';
import type { Viewer } from './viewer.ts';

/** What an answer comes to. */
export interface Answer extends Deciding {
  readonly kind: 'deciding';
  /** Persons who agree by then. */
  readonly votes: number;
}

/** How often an approval is judged again because somebody else answered it meanwhile, before that is the answer. */
const again = 3;

/** Reads an approval, judges it, and writes what comes of it. Where somebody was faster, everything is judged anew. */
export async function decide(
  viewer: Viewer,
  id: string,
  judge: (found: Found) => Promise<Answer | Answered | ApproverRefusal>,
): Promise<Answered | ApproverRefusal> {
  for (let round = 0; round <= again; round += 1) {
    const found = await find(viewer, id);
    if (isRefused(found)) return found;
    const said = await judge(found);
    if (said.kind !== 'deciding') return said;
    const written = await writeDecision(viewer.wiring, said);
    if (written.kind === 'decided') return answered(said.next, said.votes);
  }
  return refused('moved');
}
/** How an approval stands once an answer was taken. */
export function answered({ id, status, quorum, expires }: UnrecordedApproval, votes: number): Answered {
  return { kind: 'answered', approvalId: id, status, votes, quorum, expiresAt: expires };
}

/** Why an approval that is not in one of these states any more takes no answer; null where it is. */
export function closed({ row }: Found, at: number, open: readonly ApprovalStatus[]): ApproverRefusal | null {
  const status = statusAt(row, at);
  if (open.includes(status)) return null;
  return refused(status === 'expired' ? 'expired' : 'not_pending');
}

/** Refuses an answer about anything else than what is asked; compared in constant time. */
export function seenElse({ action }: Opened, digest: string): ApproverRefusal | null {
  return sameText(action.digest, digest) ? null : refused('digest_mismatch');
}
