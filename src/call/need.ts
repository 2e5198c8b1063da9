import { factsOn, type Need, needOf } from '../approval/index.ts';
import { andThen, type Awaitable, isThenable } from '../awaitable.ts';
import type { Executable } from '../capability/index.ts';
import { personsOf } from '../directory/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { Verdict } from '../policy/index.ts';
import type { DecisionData } from '../store/store.ts';
import type { Target } from '../target/target.ts';
import type { Asked } from './asked.ts';

/** A call that policy has judged on one target. */
export type Judged = Asked & {
  readonly capability: Executable;
  readonly input: JsonObject;
  readonly data: DecisionData;
};

/** That a person is needed, who asks, and the facts they are shown. */
export interface Needed extends Need {
  /** The person behind the principal, or null where nobody stands there. */
  readonly person: string | null;
  readonly shown: JsonObject;
}

/** Whether a person is needed: null where not, `nobody` where one is and none can be asked. */
export type MaybeNeeded = Needed | 'nobody' | null;

/**
 * Whether a person is needed for a call on this target. Facts are worked out here; what they throw is a fault of this step.
 */
export function needed(
  state: Judged,
  target: Target<unknown> | null,
  verdict: Verdict,
): Awaitable<MaybeNeeded> {
  const { capability, input, session, data, undoing } = state;
  // Who agreed to the step, or had no need to, is not asked whether it may be taken back.
  if (undoing !== null) return null;
  // What a question was answered with once is not asked again: a second answer must not let the call pass people by.
  const before = data.call?.state === 'asked';
  const policy = verdict.kind === 'asks' ? { kind: verdict.who, code: verdict.code } : null;
  const about = { context: session.context, input, target: target?.value };
  return andThen(before ? null : ownAnswer(state, about), (own) => {
    const asked = { policy, own, target: target !== null, given: Object.keys(input), before };
    const first = needOf(capability, { ...asked, person: true });
    if (first === null || first === 'nobody') return first;
    return andThen(personBehind(state), (person) => {
      const need = person === null ? needOf(capability, { ...asked, person: false }) : first;
      if (need === null || need === 'nobody') return need;
      return { ...need, person, shown: factsOn(need.facts, about) };
    });
  });
}

/** What the function `ask` answers. Only `false` means no: what it throws, or answers late, asks. */
function ownAnswer(
  { wiring, capability }: Judged,
  about: Parameters<NonNullable<Executable['askFunction']>>[0],
): Awaitable<boolean | null> {
  const { askFunction } = capability;
  if (askFunction === null) return null;
  try {
    const answer: Awaitable<unknown> = wiring.inTime(() => askFunction(about));
    return isThenable(answer)
      ? Promise.resolve(answer).then(
          (one) => one !== false,
          () => true,
        )
      : answer !== false;
  } catch {
    return true;
  }
}

function personBehind({ wiring, session }: Judged): Awaitable<string | null> {
  const { tenant, principal } = session.context;
  return andThen(
    personsOf(wiring.directory, [{ tenant, kind: 'principal', id: principal }], wiring.inTime),
    (answer) => {
      if (answer.ok) return answer.persons[0] ?? null;
      throw answer.cause;
    },
  );
}
