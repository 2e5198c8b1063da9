import type { Life, Step } from './left-behind.ts';
import { all, around, type Points } from './points.ts';

/** What a killed process leaves of an action that people have to agree to. */
export interface Left {
  /** The status of every approval, in the order in which they were asked for. */
  readonly approvals: string;
  readonly effects: number;
  /** What the same call answers now: its kind, or the reason of a denial. */
  readonly told: string;
}

/** One life, the call that is looked at afterwards, and what is left where it is killed. */
export interface KilledAmongPeople extends Life {
  readonly sent: { readonly call: string; readonly callId: string };
  readonly points: Points<Left>;
}

const left = (approvals: string, told: string, effects = 0): Left => ({ approvals, effects, told });

const unasked = left('', 'pending');
const waits = left('pending', 'pending');
const agreed = left('approved', 'executed');
const claimed = left('consumed', 'in_progress');
const unsettled = left('consumed', 'in_progress', 1);
const done = left('consumed', 'replayed', 1);
const refused = left('rejected', 'approval_rejected');
/** What was lost can be asked for again: here it still is in the way, or gave way. */
const late = left('approved', 'pending');

const call = (what: string, callId = 'call-1') => ({ call: `till.${what}`, callId });
const [refund, pledge, spare] = [call('refund'), call('pledge'), call('spare')];
/** After it, the keys of the tenant and of the person are there. */
const earlier = call('note', 'call-0');
type Answer = Extract<Step, { readonly answer: string }>['answer'];
const answer = (how: Answer, by: string): Step => ({ answer: how, by });
const [rita, ron, ann] = ['rita', 'ron', 'ann'].map((by) => answer('approve', by)) as [Step, Step, Step];
const day = 86_400_000;

/** An answer of a person: what is left before it is written, and after it. */
const answering = (before: Left, after: Left) => [
  ...all(before, 'loadForDecision', 'approval'),
  ...around('decideApproval', before, after),
];

/** An ask: nobody is asked in vain, so that limits and other calls are looked at first. */
const asking = (before: Left, after: Left) => [
  ...all(before, 'loadForDecision', 'approvalsOf', 'charge', 'holder'),
  ...around('requestApproval', before, after),
];

/** Lives in which people are asked and answer, and calls that go on with their answers. */
export const livesOfPeople: Readonly<Record<string, KilledAmongPeople>> = {
  'an ask': { before: [earlier], watched: [refund], sent: refund, points: asking(unasked, waits) },
  'a preflight that joins an ask': {
    before: [call('refund', 'call-0')],
    watched: [{ preflight: 'till.refund', callId: 'call-1' }],
    sent: refund,
    points: all(waits, 'loadForDecision', 'approvalsOf', 'charge', 'holder', 'finish'),
  },
  'a vote that is not enough': {
    before: [refund],
    watched: [rita],
    sent: refund,
    points: answering(waits, waits),
  },
  'the last vote': {
    before: [refund, rita],
    watched: [ron],
    sent: refund,
    points: answering(waits, agreed),
  },
  'a call that people agreed to': {
    before: [refund, rita, ron],
    watched: [refund],
    sent: refund,
    points: [
      ...all(agreed, 'loadForDecision', 'approvalsOf'),
      ...around('admit', agreed, claimed),
      ...around('settle', unsettled, done),
    ],
  },
  'a transaction that a person agreed to': {
    before: [pledge, ann],
    watched: [pledge],
    sent: pledge,
    points: [
      ...all(agreed, 'loadForDecision', 'approvalsOf'),
      ['before transact', agreed],
      ...around('effect', agreed),
      ['after transact', done],
    ],
  },
  'a call that performs nothing': {
    before: [spare, ann],
    watched: [spare],
    sent: spare,
    points: [
      ...all(left('approved', 'failed'), 'loadForDecision', 'approvalsOf'),
      ...around('admit', left('approved', 'failed'), claimed),
      ...around('settle', claimed, left('approved', 'failed')),
    ],
  },
  'a rejection': {
    before: [refund, rita],
    watched: [answer('reject', 'ron')],
    sent: refund,
    points: answering(waits, refused),
  },
  'a call that people rejected': {
    before: [refund, answer('reject', 'ron')],
    watched: [refund],
    sent: refund,
    points: all(refused, 'loadForDecision', 'approvalsOf', 'appendEvidence'),
  },
  'a lift': {
    before: [pledge, answer('reject', 'ann')],
    watched: [answer('lift', 'ann')],
    sent: pledge,
    points: answering(refused, left('rejected', 'pending')),
  },
  'a revocation': {
    before: [refund, rita, ron],
    watched: [answer('revoke', 'ann')],
    sent: refund,
    points: answering(agreed, left('revoked', 'pending')),
  },
  'a renewal': {
    before: [refund, rita, { wait: day / 2 }],
    watched: [answer('renew', 'rita')],
    sent: refund,
    points: answering(waits, waits),
  },
  'an ask in place of what nobody used': {
    before: [refund, rita, ron, { wait: day }],
    watched: [refund],
    sent: refund,
    points: [
      ...all(late, 'loadForDecision', 'approvalsOf', 'charge', 'holder', 'claimOf'),
      ...around('requestApproval', late, left('expired pending', 'pending')),
    ],
  },
  'taking back everything': {
    before: [refund, rita, ron, { wait: 1 }, call('pledge', 'call-2')],
    watched: [{ withdraw: 'stop' }],
    sent: refund,
    points: [
      ...all(left('approved pending', 'executed'), 'loadForDecision', 'approvals'),
      ...around('decideApproval', left('approved pending', 'executed'), left('revoked pending', 'pending')),
      ...around('decideApproval', left('revoked pending', 'pending'), left('revoked revoked', 'pending')),
    ],
  },
  'a look at what waits': {
    before: [refund],
    watched: [answer('list', 'ann'), answer('show', 'rita')],
    sent: refund,
    points: all(waits, 'loadForDecision', 'approvals', 'loadForDecision', 'approval'),
  },
};

/** What a killed process leaves of an effect of its own. */
export interface LeftByGateway {
  readonly approvals: string;
  /** What asking about it answers now, and verifying the receipt of that. */
  readonly told: string;
}

/** One life of somebody who runs effects of their own, and what is left where it is killed. */
export interface KilledGateway extends Life {
  readonly points: Points<LeftByGateway>;
}

const gate = (how: Extract<Step, { readonly gateway: string }>['gateway']): Step => ({
  gateway: how,
  by: 'rita',
});
const asked: LeftByGateway = { approvals: 'pending', told: 'existing not_approved' };
const allowed: LeftByGateway = { approvals: 'approved', told: 'existing verified' };

/** Lives around a gateway. */
export const livesOfGateways: Readonly<Record<string, KilledGateway>> = {
  'asking for a gateway': {
    before: [earlier],
    watched: [gate('request')],
    points: [
      ...all({ approvals: '', told: 'requested not_approved' }, 'loadForDecision', 'approvalsOf'),
      ...around('requestApproval', { approvals: '', told: 'requested not_approved' }, asked),
    ],
  },
  'an answer and a verification': {
    before: [gate('request')],
    watched: [gate('approve'), gate('verify')],
    points: [
      ...all(asked, 'approvalByToken'),
      ...around('decideApproval', asked, allowed),
      ...all(allowed, 'approvalByToken', 'loadForDecision'),
    ],
  },
  'a rejection for a gateway': {
    before: [gate('request')],
    watched: [gate('reject')],
    points: [
      ...all(asked, 'approvalByToken'),
      ...around('decideApproval', asked, { approvals: 'rejected', told: 'approval_rejected' }),
    ],
  },
  'a revocation for a gateway': {
    before: [gate('request'), gate('approve')],
    watched: [gate('revoke')],
    points: [
      ...all(allowed, 'approvalByToken'),
      ...around('decideApproval', allowed, { approvals: 'revoked', told: 'requested not_approved' }),
    ],
  },
};
