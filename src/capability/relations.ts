import { canonicalText, isObject } from '../json/index.ts';
import { shownName } from '../action/name.ts';
import type { RegisteredOrder } from './declared-order.ts';
import type { ArgumentSchema } from './schema.ts';

/** What a capability says about others. */
export interface Related extends Pick<RegisteredOrder, 'sequence' | 'undo'> {
  readonly name: string;
  readonly effect: 'read' | 'write' | null;
  readonly schema: ArgumentSchema;
}

/** What is wrong with what capabilities say about one another, as whole sentences. */
export function relationProblems(capabilities: readonly Related[]): readonly string[] {
  const byName = new Map(capabilities.map((one) => [one.name, one]));
  const circular = inCircles(capabilities);
  return capabilities.flatMap((one) => {
    const { name, sequence, undo } = one;
    const where = `capability ${shownName(name)}`;
    const named = [...sequence.after.map(({ capability }) => capability), ...sequence.notAfter];
    const own = argumentsOf(one);
    return [
      ...named
        .filter((other) => !byName.has(other))
        .map((other) => `${where} names ${shownName(other)} in "sequence", which is not a capability`),
      ...(circular.has(name)
        ? [`${where} could never run: "sequence" goes round in a circle before it`]
        : []),
      ...sequence.after
        .filter(({ capability }) => sequence.notAfter.includes(capability))
        .map(
          ({ capability }) =>
            `${where} could never run: "sequence" has it come after ${shownName(capability)} and not after it`,
        ),
      ...sequence.after
        .flatMap(({ bind }) => bind)
        .filter(({ argument }) => own !== null && !own.includes(argument))
        .map(
          ({ argument }) =>
            `${where} binds ${JSON.stringify(argument)} in "sequence", which is not an argument`,
        ),
      ...(undo === null ? [] : undoProblems(where, name, undo.with, byName.get(undo.with))),
    ];
  });
}

/** Capabilities before which a circle would have to end. */
function inCircles(capabilities: readonly Related[]): ReadonlySet<string> {
  const left = new Map(capabilities.map(({ name, sequence }) => [name, sequence]));
  const isFirst = ({ after }: Related['sequence']) => !after.some(({ capability }) => left.has(capability));
  for (let before = -1; left.size !== before;) {
    before = left.size;
    for (const [name, sequence] of left) if (isFirst(sequence)) left.delete(name);
  }
  return new Set(left.keys());
}

/** The arguments by name, or null where the schema does not tell. */
function argumentsOf({ schema }: Related): readonly string[] | null {
  const members = schema.json?.['properties'];
  return isObject(members) ? Object.keys(members) : null;
}

function undoProblems(
  where: string,
  name: string,
  undoer: string,
  found: Related | undefined,
): readonly string[] {
  if (undoer === name) return [`${where} names itself in "undo"`];
  if (found === undefined)
    return [`${where} names ${shownName(undoer)} in "undo", which is not a capability`];
  return found.effect === 'write'
    ? []
    : [`${where} names ${shownName(undoer)} in "undo", which is not a write`];
}

/** Whose steps some sequence rule reads, and what of their results later calls have to name. */
export interface ReadBySequence {
  /** Whether the steps of a capability belong into the history of their conversation. */
  readonly isRead: (capability: string) => boolean;
  /** The pointers of each rule that binds to its result, each rule once. */
  readonly boundRules: (capability: string) => readonly (readonly string[])[];
}

/** Works out which histories the rules of a catalogue read. */
export function readBySequence(capabilities: readonly Related[]): ReadBySequence {
  const read = new Set<string>();
  const rules = new Map<string, Map<string, readonly string[]>>();
  for (const { name, sequence } of capabilities) {
    if (sequence.atMost !== null) read.add(name);
    for (const other of sequence.notAfter) read.add(other);
    for (const { capability, bind } of sequence.after) {
      read.add(capability);
      if (bind.length === 0) continue;
      const pointers = Object.freeze(bind.map(({ pointer }) => pointer));
      const known = rules.get(capability) ?? new Map<string, readonly string[]>();
      rules.set(capability, known.set(canonicalText(pointers), pointers));
    }
  }
  const bound = new Map([...rules].map(([name, known]) => [name, Object.freeze([...known.values()])]));
  const none: readonly (readonly string[])[] = Object.freeze([]);
  return Object.freeze({
    isRead: (capability: string) => read.has(capability),
    boundRules: (capability: string) => bound.get(capability) ?? none,
  });
}
