import type { JsonObject } from '../json/json.ts';
import type { Keys } from '../json/index.ts';
import type { EntryKind, EntryRow } from '../store/rows.ts';

/** How far content is trusted. What is unknown counts as untrusted. */
export type Trust = 'trusted' | 'untrusted';

/** How sensitive content is, from least to most. */
export type DataClass = 'public' | 'internal' | 'personal' | 'sensitive';

/** Through which channel content came. Closed. */
export type Channel = 'document' | 'tool_result' | 'upload' | 'web' | 'memory' | 'summary' | 'mcp' | 'agent';

/** The state of a step as a history tells it. `admitted` is also one that nobody knows the end of. */
export type StepState = 'admitted' | 'completed' | 'failed' | 'undone';

/** What an entry says, by its kind. Texts and contents are keyed fingerprints. */
export type EntryBody =
  /** The person's words, and the parts of them that only quote somebody else. */
  | {
      readonly kind: 'heard';
      readonly text: string;
      readonly length: number;
      readonly quoted: readonly string[];
    }
  /** Content from elsewhere. `step`: the model response whose calls brought it, or null. */
  | {
      readonly kind: 'saw';
      readonly content: string;
      readonly length: number;
      readonly source: string;
      readonly trust: Trust;
      readonly class: DataClass;
      readonly channel: Channel;
      readonly step: string | null;
    }
  /** A call went from one state to another. `bound`: fingerprints of what later calls have to name, by rule. */
  | {
      readonly kind: 'step';
      readonly call: string;
      readonly capability: string;
      readonly run: string | null;
      readonly from: Exclude<StepState, 'failed' | 'undone'> | null;
      readonly to: StepState;
      readonly bound: Readonly<Record<string, string>>;
    }
  /** A run has ended: nothing of it is undone from here on. */
  | { readonly kind: 'run'; readonly run: string; readonly state: 'finished' | 'undone' }
  /** Another principal may, or may no longer, take part. */
  | { readonly kind: 'shared'; readonly guest: string; readonly open: boolean };

/** Puts the MAC on an entry: over the one before it and every column. */
export function signEntry(keys: Keys, previous: string | null, row: Omit<EntryRow, 'mac'>): EntryRow {
  return Object.freeze({ ...row, mac: keys.mac(purpose, columns(previous, row)) });
}

/** Whether an entry follows the one whose MAC is given, and is as the boundary wrote it. */
export function entryVerifies(keys: Keys, previous: string | null, row: EntryRow): boolean {
  return keys.macMatches(row.mac, purpose, columns(previous, row));
}

/** What an entry says. Its MAC has been verified: it is what `bodyText` wrote. */
export function bodyOf(row: EntryRow): EntryBody {
  return { kind: row.kind, ...(JSON.parse(row.body) as JsonObject) } as EntryBody;
}

const purpose = 'countersign/entry/v1';

function columns(previous: string | null, row: Omit<EntryRow, 'mac'>) {
  const { tenant, owner, conversation, n, kind, at, body } = row;
  return [tenant, owner, conversation, n, kind satisfies EntryKind, at, body, previous];
}
