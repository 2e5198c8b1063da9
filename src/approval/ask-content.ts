import { Action, type ActionConstants, type ActionTarget, type ContextInput } from '../action/index.ts';
import type { NeedReason } from '../decision.ts';
import { canonicalText, type JsonBounds, parseStrict, type SubjectKey } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';

/** What people are shown of one action, and what it takes to work the action out again. Kept sealed until it ends. */
export interface AskContent {
  /** The session's context, as the server bound it. */
  readonly context: ContextInput;
  readonly constants: ActionConstants;
  readonly arguments: JsonObject;
  readonly target: ActionTarget | null;
  readonly facts: JsonObject | null;
  /** Why a person is needed. */
  readonly reasons: readonly NeedReason[];
  /** The code that the authorizer asked with, or null. */
  readonly policy: string | null;
  /** Arguments that nobody vouches for, by name. */
  readonly doubtful: readonly string[];
}

/** What binds sealed contents: the approval they belong to and the action they are about. */
export interface AskOwner {
  readonly tenant: string;
  readonly id: string;
  /** The `action` column of the approval row. */
  readonly action: string;
}

const purpose = 'countersign/ask/v1';
/** Room for the largest arguments that any capability may take, their names once more, and what surrounds them. */
const bounds: JsonBounds = { depth: 72, nodes: 200_000, bytes: 24 * 1024 * 1024 };

/** Seals contents for exactly one approval. */
export function sealAsk(key: SubjectKey, owner: AskOwner, content: AskContent): string {
  return key.seal(purpose, associated(owner), canonicalText(plain(content)));
}

/** Opens contents; null where the seal does not verify for this approval and action. */
export function openAsk(key: SubjectKey, owner: AskOwner, sealed: string): AskContent | null {
  const text = key.open(purpose, associated(owner), sealed);
  if (text === null) return null;
  const parsed = parseStrict(text, bounds);
  // What opens was sealed by `sealAsk` under this purpose, and is what it sealed.
  return parsed.ok ? (parsed.value as unknown as AskContent) : null;
}

/** The action that contents are about. Its digest tells whether they are what was asked. */
export function actionOf({ constants, arguments: args, target, facts }: AskContent): Action {
  return Action.bound({ constants, arguments: args, target, facts });
}

function associated({ tenant, id, action }: AskOwner): readonly string[] {
  return [tenant, id, action];
}

function plain(content: AskContent): Json {
  return JSON.parse(JSON.stringify(content)) as Json;
}
