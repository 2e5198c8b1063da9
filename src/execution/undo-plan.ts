import type { ContextInput } from '../action/index.ts';
import { canonicalText, isObject, parseStrict, strictCopy, type SubjectKey } from '../json/index.ts';
import type { JsonBounds } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { associated, type ResultOwner } from './kept-result.ts';

/** How the effect of one call is undone: fixed when it has happened, kept sealed with the call. */
export interface UndoPlan {
  /** The capability that undoes it, as it was declared then. */
  readonly with: string;
  readonly arguments: JsonObject;
  /** The context of the step: it is undone under the same one. */
  readonly context: ContextInput;
  /** Those that had delegated the step, the first one first: what they may not do any more is not undone for them either. */
  readonly delegators?: readonly ContextInput[];
  /** Whose conversation it was, where it was somebody else's. */
  readonly sharedBy?: string;
}

const purpose = 'countersign/undo/v1';
/** Room for the largest arguments that any capability may take, and what surrounds them. */
const bounds: JsonBounds = { depth: 72, nodes: 200_000, bytes: 12 * 1024 * 1024 };

/** Seals a plan for exactly one call; null where what was worked out is not plain JSON: it cannot be undone then. */
export function sealUndo(
  key: SubjectKey,
  owner: ResultOwner,
  plan: Omit<UndoPlan, 'arguments'> & { readonly arguments: unknown },
): string | null {
  const copy = strictCopy(plan, bounds);
  if (!copy.ok || !isObject(plan.arguments)) return null;
  return key.seal(purpose, associated(owner), canonicalText(copy.value));
}

/** Opens a plan; null where the seal does not verify for this call and action. */
export function openUndo(key: SubjectKey, owner: ResultOwner, sealed: string): UndoPlan | null {
  const text = key.open(purpose, associated(owner), sealed);
  if (text === null) return null;
  const parsed = parseStrict(text, bounds);
  // What opens was sealed by `sealUndo` under this purpose, and is what it sealed.
  return parsed.ok ? planOf(parsed.value) : null;
}

function planOf(value: Json): UndoPlan {
  return value as unknown as UndoPlan;
}
