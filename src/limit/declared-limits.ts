import { nameProblem, shownName } from '../action/name.ts';
import { readMembers } from '../json/read-members.ts';
import { isScale, largestScale } from './at-scale.ts';
import { declaredShape } from './declared-shape.ts';
import type { ContextKey, LimitShape, Meter, RegisteredLimit } from './limit.ts';
import { isMeter, kindOf, type MeterKind, meters } from './meters.ts';
import { mostEntries, ruleOf } from './rule.ts';

/** Most limits that one declaration may list. */
const most = 32;

const contextKeys: readonly ContextKey[] = ['tenant', 'principal', 'subject', 'agent', 'conversation'];
const known: readonly string[] = ['name', 'shape', 'meter', 'scale', 'key', 'units'];

const none: readonly RegisteredLimit[] = Object.freeze([]);

type Raw = Readonly<Record<string, unknown>>;

/**
 * Reads a list of limits as it may come from JavaScript and adds every problem, as a half sentence, to `problems`.
 * What is answered counts only where nothing was added. `noTarget`: why limits cannot be kept per target, or null where
 * they can. Never throws.
 */
export function declaredLimits(
  value: unknown,
  noTarget: string | null,
  problems: string[],
): readonly RegisteredLimit[] {
  if (value === undefined) return none;
  const listed = listOf(value);
  if (typeof listed === 'string') {
    problems.push(listed);
    return none;
  }
  const names = new Set<string>();
  return Object.freeze(
    listed.flatMap((raw, index) => {
      const limit = readMembers(raw);
      const name = limit?.['name'];
      const which = nameProblem(name) === null ? shownName(String(name)) : `number ${index + 1}`;
      if (limit === null) {
        problems.push(`has a limit ${which} that is no object`);
        return [];
      }
      const found: string[] = [];
      const registered = declaredLimit(limit, noTarget, found);
      problems.push(...found.map((problem) => `has a limit ${which} that ${problem}`));
      if (registered === null) return [];
      if (names.has(registered.name)) problems.push(`has more than one limit ${which}`);
      names.add(registered.name);
      return [registered];
    }),
  );
}

/** The members of a list, each read once; or what is wrong with it. */
function listOf(value: unknown): readonly unknown[] | string {
  try {
    if (!Array.isArray(value)) return 'has "limits", which must be a list';
    if (value.length > most) return `has "limits", which must be at most ${most}`;
    return Array.from({ length: value.length }, (_, index): unknown => value[index]);
  } catch {
    return 'has "limits", which throws when it is read';
  }
}

function declaredLimit(limit: Raw, noTarget: string | null, problems: string[]): RegisteredLimit | null {
  const { name, meter = 'executions', scale, key, units } = limit as Readonly<Record<string, unknown>>;
  const misnamed = nameProblem(name);
  if (misnamed !== null) problems.push(misnamed);
  for (const member of Object.keys(limit).filter((one) => !known.includes(one)))
    problems.push(`has a member ${JSON.stringify(member)}, which does not exist`);
  const shape = declaredShape(limit['shape'], problems);
  if (!isMeter(meter)) {
    problems.push(`has "meter", which must be one of ${meters.join(', ')}`);
    return null;
  }
  const kind = kindOf(meter);
  problems.push(
    ...scaleProblems(scale, meter, kind),
    ...keyProblems(key, meter, kind, noTarget),
    ...unitsProblems(units, meter, kind),
    ...(shape === null ? [] : shapeProblems(shape, units, meter, kind)),
  );
  if (problems.length > 0 || shape === null || typeof name !== 'string') return null;
  return Object.freeze({
    name,
    meter,
    shape,
    ruleAt: ruleOf(shape),
    scale: isScale(scale) ? scale : null,
    // Both were checked above; what functions answer is checked where they are called.
    key: key as RegisteredLimit['key'],
    units: (units ?? 1) as RegisteredLimit['units'],
  });
}

function scaleProblems(scale: unknown, meter: Meter, { scaled }: MeterKind): readonly string[] {
  if (!scaled) return scale === undefined ? [] : [`has "scale", and meter "${meter}" counts no amounts`];
  if (isScale(scale)) return [];
  return [`needs "scale", the decimal places of its units: a whole number from 0 to ${largestScale}`];
}

function keyProblems(
  key: unknown,
  meter: Meter,
  { counts }: MeterKind,
  noTarget: string | null,
): readonly string[] {
  const words = contextKeys.join(', ');
  if (key === undefined) return [`needs "key": what it is kept per, one of ${words}, or a function`];
  if (key === 'target' && counts !== 'admission')
    return [`is kept per "target", and meter "${meter}" counts where no target is known`];
  if (noTarget !== null && (key === 'target' || meter === 'successes'))
    return [
      `${key === 'target' ? 'is kept per "target"' : 'counts "successes" per target'}, and ${noTarget}`,
    ];
  if (key === 'target' || typeof key === 'function' || contextKeys.some((one) => one === key)) return [];
  return [`has "key", which must be one of ${words}, target, or a function`];
}

function unitsProblems(units: unknown, meter: Meter, { counts, entries }: MeterKind): readonly string[] {
  if (counts !== 'admission')
    return units === undefined
      ? []
      : [`has "units", and those of meter "${meter}" are not the application's`];
  if (units === undefined)
    return entries === 'amounts' ? [`needs "units" of one call: meter "${meter}" has none of its own`] : [];
  if (typeof units === 'function' || (Number.isSafeInteger(units) && Number(units) >= 0)) return [];
  return ['has "units", which must be a whole number from 0 to 9,007,199,254,740,991, or a function'];
}

function shapeProblems(
  shape: LimitShape,
  units: unknown,
  meter: Meter,
  { entries }: MeterKind,
): readonly string[] {
  const { kind, max } = shape;
  if (meter === 'denied_targets') {
    if (kind !== 'fixed_window' && kind !== 'sliding_window')
      return [`has a shape "${kind}", and meter "${meter}" needs a fixed_window or a sliding_window`];
    if (max > mostEntries) return ['has "shape.max" over 1,000, and at most 1,000 targets are remembered'];
  }
  if (kind !== 'sliding_window') return [];
  // What each entry takes; a function, or what a host reports, may take anything.
  const each = units === undefined && entries === 'occurrences' ? 1 : units;
  if (typeof each !== 'number' || !(max > mostEntries * each && each > 0)) return [];
  return [
    'has "shape.max" that a sliding_window never reaches, since it remembers at most 1,000 calls: use a fixed_window or a token_bucket',
  ];
}
