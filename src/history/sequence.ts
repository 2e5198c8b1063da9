import { canonicalText, type Keys } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { ConversationKey } from '../store/store.ts';
import type { Ledger } from './ledger.ts';

/** What has to have happened before in the conversation. */
export interface AfterRule {
  readonly capability: string;
  /**
   * Arguments that have to equal what one such call returned, at a JSON Pointer, in the order of the pointers; empty:
   * any such call will do.
   */
  readonly bind: readonly { readonly argument: string; readonly pointer: string }[];
}

/** Which calls may come after which, over one conversation. */
export interface SequenceRules {
  /** Each of these completed before, and was not undone. */
  readonly after: readonly AfterRule[];
  /** None of these was admitted before, unless it failed or was undone. */
  readonly notAfter: readonly string[];
  /** How often a conversation may do it, what is undone or failed aside; null: as often as it likes. */
  readonly atMost: number | null;
}

/** Whether a rule reads the history at all. */
export function readsHistory({ after, notAfter, atMost }: SequenceRules): boolean {
  return after.length > 0 || notAfter.length > 0 || atMost !== null;
}

/** The rule that a call breaks, in words that a model can act on, or null. Pure. */
export function brokenRule(
  { after, notAfter, atMost }: SequenceRules,
  call: { readonly capability: string; readonly input: JsonObject },
  ledger: Ledger,
  print: BoundPrint,
): string | null {
  for (const { capability, bind } of after) {
    if (ledger.countOf(capability, 'completed') === 0) return `after ${capability}`;
    if (bind.length === 0) continue;
    const rule = ruleOf(bind);
    // A member that is missing is null here, and no result is bound to what it does not have.
    const values = bind.map(({ argument }) => memberOf(call.input, argument));
    if (!ledger.isBound(capability, rule, print(capability, rule, values)))
      return `after ${capability} with the same ${bind.map(({ argument }) => argument).join(', ')}`;
  }
  for (const capability of notAfter)
    if (ledger.countOf(capability, 'admitted') > 0) return `not after ${capability}`;
  if (atMost !== null && ledger.countOf(call.capability, 'admitted') >= atMost) return `at most ${atMost}`;
  return null;
}

/** What a call names under an argument. */
function memberOf(input: JsonObject, argument: string): Json {
  return Object.hasOwn(input, argument) ? (input[argument] ?? null) : null;
}

/** Names what a rule binds to: the same pointers are the same rule, whichever arguments name them. */
export function ruleOf(bind: AfterRule['bind']): string {
  return canonicalText(bind.map(({ pointer }) => pointer));
}

/**
 * Fingerprints of what a completed call returned, for the rules that bind to it: null values and values that are not
 * there bind nothing. `pointers`: of each rule.
 */
export function boundTo(
  capability: string,
  result: Json,
  rules: readonly (readonly string[])[],
  print: BoundPrint,
): Readonly<Record<string, string>> {
  const bound: Record<string, string> = {};
  for (const pointers of rules) {
    const values = pointers.map((pointer) => valueAt(result, pointer));
    if (values.some((value) => value === null)) continue;
    const rule = canonicalText(pointers);
    bound[rule] = print(capability, rule, values);
  }
  return bound;
}

/** The fingerprint of values that a call returned, or that another one has to name, under a rule. */
export type BoundPrint = (capability: string, rule: string, values: readonly Json[]) => string;

/** Makes fingerprints of values: they compare only within one conversation, capability and rule. */
export function boundPrint(keys: Keys, { tenant, owner, conversation }: ConversationKey): BoundPrint {
  return (capability, rule, values) =>
    keys.blind(
      'countersign/bound/v1',
      tenant,
      canonicalText([owner, conversation, capability, rule, [...values]]),
    );
}

/** What a JSON Pointer (RFC 6901) leads to; null where it leads nowhere. */
function valueAt(value: Json, pointer: string): Json {
  let at: Json | undefined = value;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at))
      at = /^(0|[1-9]\d*)$/.test(name) ? (at as readonly Json[])[Number(name)] : undefined;
    else if (typeof at === 'object' && at !== null && Object.hasOwn(at, name)) at = (at as JsonObject)[name];
    else return null;
  }
  return at ?? null;
}
