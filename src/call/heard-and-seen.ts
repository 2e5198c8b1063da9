import type { Channel, DataClass, Trust } from '../history/index.ts';
import { canonicalText, strictCopy } from '../json/index.ts';
import type { Json } from '../json/json.ts';
import type { Wiring } from '../wiring.ts';
import { enter } from './entering.ts';
import { isText, misuse, optionsGiven } from './misuse.ts';
import { stepOf } from './model-response.ts';
import type { SessionState } from './session-state.ts';

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
  'document',
  'tool_result',
  'upload',
  'web',
  'memory',
  'summary',
  'mcp',
  'agent',
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
  const { quoted = [] } = optionsGiven('heard', options, ['quoted']);
  // Taken down now: the entry is made later.
  const parts: readonly unknown[] = Array.isArray(quoted) ? [...(quoted as readonly unknown[])] : [null];
  if (![text, ...parts].every(isText))
    throw misuse('what was heard, and what of it is quoted, is well-formed text');
  const { length } = text;
  return enter(wiring, session, ({ person }) => ({
    kind: 'heard',
    text: person.fingerprint('countersign/heard/v1', text),
    length,
    quoted: parts.map((part) => person.fingerprint('countersign/heard/v1', String(part))),
  }));
}

/** Content from elsewhere enters the history, as a fingerprint. Throws `context_invalid` at once. */
export function saw(
  wiring: Wiring,
  session: SessionState,
  content: Json,
  options: SawOptions,
): Promise<void> {
  const given = optionsGiven('saw', options, ['source', 'channel', 'trust', 'class', 'step']);
  const { source, channel, step } = given;
  if (!isText(source) || source === '') throw misuse('what was seen names its source, a text');
  const through = channels.find((one) => one === channel);
  if (through === undefined) throw misuse(`what was seen came through one of ${channels.join(', ')}`);
  const copy = strictCopy(content, bounds);
  if (!copy.ok) throw misuse(`what was seen is text or plain JSON (${copy.refusal.expected} expected)`);
  const text = typeof copy.value === 'string' ? copy.value : canonicalText(copy.value);
  const trust = given.trust === 'trusted' ? 'trusted' : 'untrusted';
  const from = stepOf(wiring, session, step);
  return enter(wiring, session, ({ person }) => ({
    kind: 'saw',
    content: person.fingerprint('countersign/seen/v1', text),
    length: text.length,
    source: person.fingerprint('countersign/source/v1', source),
    trust,
    class: classes.find((one) => one === given.class) ?? 'sensitive',
    channel: through,
    step: from,
  }));
}
