import type { Life, Step } from './left-behind.ts';
import { all, around, type Points } from './points.ts';

/** What a killed process leaves of a run: how it reads right after, and what has happened, in order. */
export interface LeftOfRun {
  /** null: there is none. */
  readonly state: string | null;
  readonly effects: string;
}

/** One life, what whoever takes the run up does, how often it has to, and how the run ends then. */
export interface KilledInRun extends Life {
  readonly carriedOn: readonly Step[];
  readonly ends: 'finished' | 'undone';
  readonly points: Points<LeftOfRun>;
}

const left = (state: string | null, effects = ''): LeftOfRun => ({ state, effects });
const step = (what: string): Step => ({ step: `till.${what}`, callId: what });
const begin: Step = { run: true };
const [undo, finish]: readonly Step[] = [{ end: 'undo' }, { end: 'finish' }];
const earlier: Step = { call: 'till.note', callId: 'call-0' };
const two = [begin, step('reserve'), step('charge')];

/** Reading a run; its history only where there is more of it than this process has read. */
const read = (of: LeftOfRun, more = false) =>
  all(of, 'run', 'loadForDecision', ...(more ? (['entries'] as const) : []), 'callsOfRun');
const readWith = (of: LeftOfRun, more = false) => [...read(of, more), ...all(of, 'approvalsOf')];

/** A call of a run: what is left before its effect, and after it. */
const called = (before: LeftOfRun, done: LeftOfRun, settled = done) => [
  ...all(before, 'loadForDecision'),
  ...around('admit', before),
  ...around('settle', done, settled),
];

const both = 'reserve charge';
/** Undoing both steps: one call each, and the run is read before each and in the end. */
const undoing = [
  ...called(left('undoing', both), left('undoing', `${both} uncharge`)),
  ...read(left('undoing', `${both} uncharge`), true),
  ...called(left('undoing', `${both} uncharge`), left('undoing', `${both} uncharge unreserve`)),
  ...read(left('undoing', `${both} uncharge unreserve`), true),
  ...around(
    'changeRun',
    left('undoing', `${both} uncharge unreserve`),
    left('undone', `${both} uncharge unreserve`),
  ),
  ...read(left('undone', `${both} uncharge unreserve`), true),
];
/** A run that begins to be undone. */
const beginning = [
  ...read(left('open', both)),
  ...around('changeRun', left('open', both), left('undoing', both)),
  ...read(left('undoing', both)),
  ...read(left('undoing', both)),
  ...undoing,
];

const asked: Step = step('pledge');
const waits = left('open', 'reserve');
const undoneWithOne = [
  ...called(left('undoing', 'reserve'), left('undoing', 'reserve unreserve')),
  ...readWith(left('undoing', 'reserve unreserve'), true),
  ...around('changeRun', left('undoing', 'reserve unreserve'), left('undone', 'reserve unreserve')),
  ...readWith(left('undone', 'reserve unreserve'), true),
];

/** Lives of runs. */
export const livesOfRuns: Readonly<Record<string, KilledInRun>> = {
  'a run that begins': {
    before: [earlier],
    watched: [begin],
    carriedOn: [finish!],
    ends: 'finished',
    points: [...all(left(null), 'loadForDecision'), ...around('changeRun', left(null), left('open'))],
  },
  'words that enter the conversation': {
    before: [begin],
    watched: [{ heard: 'book it' }],
    carriedOn: [step('reserve'), finish!],
    ends: 'finished',
    points: all(left('open'), 'loadForDecision', 'append'),
  },
  'a step': {
    before: [begin],
    watched: [step('reserve')],
    carriedOn: [step('reserve'), finish!],
    ends: 'finished',
    points: [...called(left('open'), left('open', 'reserve')), ...read(left('open', 'reserve'), true)],
  },
  'a step that fails': {
    before: two,
    watched: [step('ship')],
    carriedOn: [step('ship'), finish!],
    ends: 'undone',
    points: [
      ...called(left('open', both), left('open', both), left('undoing', both)),
      ...read(left('undoing', both), true),
      ...read(left('undoing', both)),
      ...readWith(left('undoing', both)),
      ...read(left('undoing', both)),
      ...undoing,
    ],
  },
  'a run that is undone': {
    before: two,
    watched: [undo!],
    carriedOn: [undo!],
    ends: 'undone',
    points: beginning,
  },
  'a run that an operator lists, shows and undoes': {
    before: [begin],
    watched: [{ runs: 'list' }, { runs: 'show' }, { runs: 'undo' }],
    carriedOn: [{ runs: 'undo' }],
    ends: 'undone',
    points: [
      ...all(left('open'), 'runs'),
      ...read(left('open')),
      ...read(left('open')),
      ...read(left('open')),
      ...around('changeRun', left('open'), left('undoing')),
      ...read(left('undoing')),
      ...read(left('undoing')),
      ...around('changeRun', left('undoing'), left('undone')),
      ...read(left('undone'), true),
    ],
  },
  'a run that is finished': {
    before: two,
    watched: [finish!],
    carriedOn: [finish!],
    ends: 'finished',
    points: [
      ...read(left('open', both)),
      ...around('changeRun', left('open', both), left('finished', both)),
      ...read(left('finished', both), true),
    ],
  },
  'a step that people are asked about': {
    before: [begin, step('reserve')],
    watched: [asked],
    carriedOn: [asked, undo!],
    ends: 'undone',
    points: [...all(waits, 'loadForDecision', 'approvalsOf', 'holder'), ...around('requestApproval', waits)],
  },
  'a run that is undone with what people are asked': {
    before: [begin, step('reserve'), asked],
    watched: [undo!],
    carriedOn: [undo!],
    ends: 'undone',
    points: [
      ...readWith(waits),
      ...around('changeRun', waits, left('undoing', 'reserve')),
      ...readWith(left('undoing', 'reserve')),
      ...all(left('undoing', 'reserve'), 'approvalsOf', 'decideApproval'),
      ...readWith(left('undoing', 'reserve')),
      ...undoneWithOne,
    ],
  },
  'a run whose step was rejected': {
    before: [begin, asked, { answer: 'reject', by: 'ann' }],
    watched: [finish!],
    carriedOn: [finish!],
    ends: 'undone',
    points: [
      ...readWith(left('open')),
      ...readWith(left('open')),
      ...around('changeRun', left('open'), left('undoing')),
      ...readWith(left('undoing')),
      ...all(left('undoing'), 'approvalsOf'),
      ...readWith(left('undoing')),
      ...around('changeRun', left('undoing'), left('undone')),
      ...readWith(left('undone'), true),
    ],
  },
};
