import { identifier } from '../action/index.ts';
import { ownerOf } from '../claim/index.ts';
import { BoundaryError } from '../errors.ts';
import { evidenceRow } from '../evidence/index.ts';
import { type Channel, chaining, type DataClass, type EntryBody, type Trust } from '../history/index.ts';
import { canonicalText, strictCopy, type SubjectKey } from '../json/index.ts';
import type { Json } from '../json/json.ts';
import type { Wiring } from '../wiring.ts';
import type { SessionState } from './asked.ts';
import { orFault } from './fault.ts';
import { takesPart } from './history.ts';
import { pseudonymsOf } from './pseudonyms.ts';
import { reportSessionFault } from './reporting.ts';

/** What the person said, beside the text itself. */
export interface HeardOptions {
  /** Parts of it that only quote somebody else: they are not the person's words. */
  readonly quoted?: readonly string[];
}

/** Where content came from, and how far it is trusted. */
export interface SawOptions {
  /** What the application calls the source, for example a file name or an address. */
  readonly source: string;
  readonly channel: Channel;
  /** Default untrusted; anything but `trusted` is untrusted. */
  readonly trust?: Trust;
  /** Default the highest; anything unknown is the highest. */
  readonly class?: DataClass;
  /** The model response whose calls brought it: it does not count against their siblings. */
  readonly step?: string;
}

const channels: readonly Channel[] = [
  ...(['document', 'tool_result', 'upload', 'web'] as const),
  ...(['memory', 'summary', 'mcp', 'agent'] as const),
];
const classes: readonly DataClass[] = ['public', 'internal', 'personal', 'sensitive'];
/** Room for content that is not text. */
const bounds = { depth: 64, nodes: 1_000_000, bytes: 64 * 1024 * 1024 };

/** The person's words enter the history, as fingerprints. Throws `context_invalid` at once. */
export function heard(
  wiring: Wiring,
  session: SessionState,
  text: string,
  options: HeardOptions = {},
): Promise<void> {
  const { quoted = [] } = known('heard', options, ['quoted']);
  const parts: readonly unknown[] = Array.isArray(quoted) ? quoted : [null];
  if (![text, ...parts].every(isText))
    throw invalid('what was heard, and what of it is quoted, is well-formed text');
  const { length } = text;
  return enter(wiring, session, (print) => ({
    kind: 'heard',
    text: print('countersign/heard/v1', text),
    length,
    quoted: parts.map((part) => print('countersign/heard/v1', String(part))),
  }));
}

/** Content from elsewhere enters the history, as a fingerprint. Throws `context_invalid` at once. */
export function saw(
  wiring: Wiring,
  session: SessionState,
  content: Json,
  options: SawOptions,
): Promise<void> {
  const given = known('saw', options, ['source', 'channel', 'trust', 'class', 'step']);
  const { source, channel, step } = given;
  if (!isText(source) || source === '') throw invalid('what was seen names its source, a text');
  const through = channels.find((one) => one === channel);
  if (through === undefined) throw invalid(`what was seen came through one of ${channels.join(', ')}`);
  const copy = strictCopy(content, bounds);
  if (!copy.ok) throw invalid(`what was seen is text or plain JSON (${copy.refusal.expected} expected)`);
  const text = typeof copy.value === 'string' ? copy.value : canonicalText(copy.value);
  const trust = given.trust === 'trusted' ? 'trusted' : 'untrusted';
  const from = stepOf(wiring, session, step);
  return enter(wiring, session, (print) => ({
    kind: 'saw',
    content: print('countersign/seen/v1', text),
    length: text.length,
    source: print('countersign/source/v1', source),
    trust,
    class: classes.find((one) => one === given.class) ?? 'sensitive',
    channel: through,
    step: from,
  }));
}

/** Lets another principal take part in the conversation, or no longer. Throws `context_invalid` at once. */
export function share(
  wiring: Wiring,
  session: SessionState,
  principal: string,
  open: boolean,
): Promise<void> {
  const { tenant, principal: own } = session.context;
  if (session.guest !== null) throw invalid('a conversation is shared by the principal whose it is');
  if (session.only !== null) throw invalid('a conversation is shared by a session that nobody delegated');
  const other = identifier('the principal that a conversation is shared with', principal);
  if (other === own) throw invalid('a conversation is shared with another principal');
  const guest = ownerOf(wiring.keys, tenant, other);
  return enter(wiring, session, () => ({ kind: 'shared', guest, open }), {
    type: open ? 'conversation.shared' : 'conversation.unshared',
    principal,
  });
}

/** The blinded name of a model response; null: none was named. Throws `context_invalid`. */
export function stepOf({ keys }: Wiring, { context }: SessionState, step: unknown): string | null {
  if (step === undefined || step === null) return null;
  if (!isText(step) || step === '')
    throw invalid('step is the id of one model response, a text, or left out');
  return keys.blind('countersign/step/v1', context.tenant, step);
}

/** Waits for what is on its way into the history; throws what kept it out: what is not accounted for is not gone on from. */
export async function entered({ entering }: SessionState): Promise<void> {
  if (entering.last !== null) await entering.last;
}

type Print = (purpose: string, text: string) => string;

/** Adds an entry after those of the session that are on their way. */
function enter(
  wiring: Wiring,
  session: SessionState,
  bodyOf: (print: Print) => EntryBody,
  shared?: { readonly type: 'conversation.shared' | 'conversation.unshared'; readonly principal: string },
): Promise<void> {
  const { entering } = session;
  const before = entering.last;
  const entry = (async () => {
    if (before !== null) await before;
    const isOpen = await orFault(
      'enter',
      () => append(wiring, session, bodyOf, shared),
      (fault) => reportSessionFault(wiring, session, fault),
      wiring.unrecorded,
    );
    if (!isOpen) throw notShared();
  })();
  entering.last = entry;
  const done = () => {
    if (entering.last === entry) entering.last = null;
  };
  void entry.then(done, () => {});
  // Whoever does not wait for it hears of it at the next call.
  entry.catch(() => {});
  return entry;
}

/** Writes an entry. False, and nothing written, where the conversation is somebody else's who has not shared it. */
async function append(
  wiring: Wiring,
  session: SessionState,
  bodyOf: (print: Print) => EntryBody,
  shared?: { readonly type: 'conversation.shared' | 'conversation.unshared'; readonly principal: string },
): Promise<boolean> {
  const { store, keys, ids, time, catalogue } = wiring;
  const { place } = session;
  const { actor, tenant, person } = await pseudonymsOf(wiring, session);
  const data = await store.loadForDecision({ ...place, id: '' }, catalogue.version);
  time.see(data.now);
  if (!(await takesPart(wiring, session, data))) return false;
  const at = time.now();
  const print: Print = (purpose, text) => person.fingerprint(purpose, text);
  const evidence =
    shared === undefined
      ? null
      : evidenceRow(keys, {
          tenant: place.tenant,
          id: ids.next(at),
          at,
          record: { type: shared.type, ...actor, guest: guestPrint(tenant, shared.principal) },
        });
  await store.append({ ...place, history: chaining(keys, place, at, [bodyOf(print)]), evidence });
  return true;
}

/** Thrown where somebody who may not take part in a conversation does something in it beside calls. */
export function notShared(): BoundaryError {
  return invalid('the conversation is not shared with this principal');
}

function guestPrint(tenant: SubjectKey, principal: string): string {
  return tenant.fingerprint('countersign/guest/v1', principal);
}

function known<K extends string>(
  what: string,
  options: unknown,
  names: readonly K[],
): Readonly<Partial<Record<K, unknown>>> {
  const given = typeof options === 'object' && options !== null ? Object.entries(options) : [['', null]];
  if (given.some(([name]) => !names.some((one) => one === name)))
    throw invalid(`the options of ${what} are an object: ${names.join(', ')}`);
  return Object.fromEntries(given) as Partial<Record<K, unknown>>;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

function invalid(sentence: string): BoundaryError {
  return new BoundaryError('context_invalid', sentence);
}
