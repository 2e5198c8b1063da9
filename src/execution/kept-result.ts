import type { SubjectKey } from '../json/index.ts';
import { canonicalText, parseStrict, strictCopy } from '../json/index.ts';
import type { Json } from '../json/json.ts';
import type { JsonBounds } from '../json/index.ts';
import type { CallKey } from '../store/rows.ts';

/** How large a result may be to be kept: a larger one is still returned, and replayed without its value. */
const keptBounds: JsonBounds = { depth: 64, nodes: 100_000, bytes: 1_048_576 };

const purpose = 'countersign/result/v1';

/** What binds a sealed result: the call it belongs to and the action that produced it. */
export interface ResultOwner {
  readonly call: CallKey;
  /** The `action` column of the call row. */
  readonly action: string;
}

/** Seals a result for replays; null where it is not plain JSON or too large to keep. */
export function sealResult(key: SubjectKey, owner: ResultOwner, value: unknown): string | null {
  if (value === undefined) return null;
  const copy = strictCopy(value, keptBounds);
  return copy.ok ? key.seal(purpose, associated(owner), canonicalText(copy.value)) : null;
}

/** Opens a sealed result: the value, or null where the seal does not verify for this call and action. */
export function openResult(
  key: SubjectKey,
  owner: ResultOwner,
  sealed: string,
): { readonly value: Json } | null {
  const text = key.open(purpose, associated(owner), sealed);
  if (text === null) return null;
  const parsed = parseStrict(text, keptBounds);
  return parsed.ok ? { value: parsed.value } : null;
}

/** What a seal of a call is bound to: exactly this call, and exactly this action. */
export function associated({ call, action }: ResultOwner): readonly string[] {
  return [call.tenant, call.owner, call.conversation, call.id, action];
}
