import type { CatalogueRow } from '../store/rows.ts';
import type { DecisionData } from '../store/store.ts';
import type { Target } from '../target/target.ts';
import type { Proposed } from './bound-action.ts';
import type { Held } from './held-approval.ts';
import type { MaybeNeeded, Needed } from './need.ts';

/** A call as it stands when it has been checked but for the person who has to agree. */
export interface CheckedButForPeople extends Proposed {
  readonly data: DecisionData;
  /** What the call row knows the arguments by. */
  readonly fingerprint: string;
  readonly catalogueRow: CatalogueRow;
  /** The execution id of a claim that may be tried once more, or null. */
  readonly retryOf: string | null;
  readonly target: Target<unknown> | null;
  readonly need: MaybeNeeded;
  readonly held: Held | null;
}

/** The same, where a person is needed and has not agreed. */
export interface Asking extends CheckedButForPeople {
  readonly need: Needed;
  readonly held: Held;
}
