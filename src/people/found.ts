import { refused } from '../acting/refused.ts';
import { type Action, actionColumn, bindContext, type Context } from '../action/index.ts';
import {
  actionOf,
  type AskContent,
  openAsk,
  type Vote,
  verifiedApproval,
  votesOf,
} from '../approval/index.ts';
import { Tampered } from '../errors.ts';
import { sameText, type SubjectKey } from '../json/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { ApproverRefusal } from './approver.ts';
import { ownColumn, type Viewer } from './viewer.ts';

/** What was asked, opened, and found to be exactly what the row is about. */
export interface Opened {
  readonly content: AskContent;
  readonly action: Action;
  readonly context: Context;
}

/** One approval as it is for somebody who looks. */
export interface Found {
  readonly row: ApprovalRow;
  readonly key: SubjectKey;
  readonly votes: readonly Vote[];
  /** null once it ended: what people were shown is deleted then. */
  readonly asked: Opened | null;
  /** Whether it is this person who asks. */
  readonly own: boolean;
  /** Whether this person has agreed already. */
  readonly voted: boolean;
}

/** Reads one approval. Throws `Tampered` where a row, a seal or what is in it is not as the boundary wrote it. */
export async function find(viewer: Viewer, id: string): Promise<Found | ApproverRefusal> {
  const { wiring, tenant, person } = viewer;
  const row = await wiring.store.approval(tenant, id);
  if (row === null) return refused('unknown_approval');
  const key = await wiring.ring.of(tenant, '');
  const votes = votesOf(key, verifiedApproval(wiring.keys, row));
  return {
    row,
    key,
    votes,
    asked: row.sealed === null ? null : opened(viewer, key, row, row.sealed),
    own: ownColumn(viewer) === row.person,
    voted: votes.some((vote) => vote.person === person),
  };
}

/** Whether somebody may know that there is this approval, whatever else they may. */
export function mayKnow({ office }: Viewer, { own, voted }: Found): boolean {
  return office || own || voted;
}

/** The answer where an approval has ended: only for who may know of it. */
export function over(viewer: Viewer, found: Found): ApproverRefusal {
  if (!mayKnow(viewer, found)) return refused('unknown_approval');
  return refused(found.row.status === 'expired' ? 'expired' : 'not_pending');
}

function opened({ wiring }: Viewer, key: SubjectKey, row: ApprovalRow, sealed: string): Opened {
  const content = openAsk(key, row, sealed);
  if (content === null) throw new Tampered('approval');
  const action = actionOf(content);
  const column = actionColumn(wiring.keys, row.tenant, action);
  if (!sameText(column, row.action)) throw new Tampered('approval');
  return { content, action, context: bindContext(content.context) };
}
