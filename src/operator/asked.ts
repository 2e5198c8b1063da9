import { idAsked, misuse, optionsAsked, reasonAsked } from '../acting/asked.ts';
import type { Resolution } from '../claim/index.ts';
import type { OperatorIdentity } from '../directory/index.ts';
import type {
  PruneOptions,
  ResetOptions,
  ResolveOptions,
  RevocationOptions,
  RunActOptions,
} from './handle.ts';

/** A resolution that is one; whether it is allowed is another question. */
export interface ResolutionAsked {
  readonly as: Resolution;
  readonly reason: string;
  readonly force: boolean;
  readonly second: OperatorIdentity | null;
}

/** Why something is done, and on whose word. */
export type WordAsked = Pick<ResolutionAsked, 'reason' | 'second'>;

/** Which approvals are taken back, and why. null: whichever. */
export interface RevocationAsked {
  readonly capability: string | null;
  readonly principal: string | null;
  readonly catalogue: string | null;
  readonly reason: string;
}

/** Whom a second person has to be like: an operator of this tenant, made by this boundary. */
export interface Company {
  readonly tenant: string;
  readonly isHandle: (value: unknown) => value is OperatorIdentity;
}

/** Checks what an operator says of a claim. Throws `options_invalid`: a misspelt option would silently not count. */
export function resolutionAsked(options: ResolveOptions, company: Company): ResolutionAsked {
  const { as, reason, force, second } = optionsAsked('resolve', options, ['as', 'reason', 'force', 'second']);
  if (as !== 'completed' && as !== 'retryable')
    throw misuse('a claim is resolved as "completed" or as "retryable"');
  if (force !== undefined && typeof force !== 'boolean') throw misuse('force is true or false');
  return {
    as,
    reason: reasonAsked('resolving', reason),
    force: force ?? false,
    second: secondAsked(second, company),
  };
}

/** Checks what an operator says about a pruning. Throws `options_invalid`. */
export function pruningAsked(options: PruneOptions, company: Company): WordAsked {
  const { reason, second } = optionsAsked('prune', options, ['reason', 'second']);
  return { reason: reasonAsked('pruning', reason), second: secondAsked(second, company) };
}

/** Checks which approvals an operator takes back. Throws `options_invalid`: what names none is not meant for all. */
export function revocationAsked(options: RevocationOptions): RevocationAsked {
  const names = ['capability', 'principal', 'catalogue', 'all', 'reason'] as const;
  const { all, reason, ...given } = optionsAsked('revoke', options, names);
  const of = (name: 'capability' | 'principal' | 'catalogue'): string | null =>
    given[name] === undefined ? null : idAsked(`${name} is the text that names one`, given[name]);
  const asked = {
    capability: of('capability'),
    principal: of('principal'),
    catalogue: of('catalogue'),
    reason: reasonAsked('revoking', reason),
  };
  const named = [asked.capability, asked.principal, asked.catalogue].some((one) => one !== null);
  if (all !== undefined && all !== true) throw misuse('all is true, or left out');
  if (named === (all === true))
    throw misuse('revoke names a capability, a principal or a catalogue version, or says all: true');
  return asked;
}

/** Checks what an operator says about setting recorded time back. Throws `options_invalid`. */
export function resetAsked(options: ResetOptions, company: Company): WordAsked {
  const { reason, second } = optionsAsked('reset', options, ['reason', 'second']);
  return { reason: reasonAsked('setting the clock back', reason), second: secondAsked(second, company) };
}

/** Checks what an operator says of a run. Throws `options_invalid`. */
export function runActAsked(act: 'undo' | 'release', options: RunActOptions, company: Company): WordAsked {
  const { reason, second } = optionsAsked(act, options, ['reason', 'second']);
  return {
    reason: reasonAsked(act === 'undo' ? 'undoing' : 'releasing', reason),
    second: secondAsked(second, company),
  };
}

function secondAsked(second: unknown, { tenant, isHandle }: Company): OperatorIdentity | null {
  if (second === undefined) return null;
  if (!isHandle(second) || second.tenant !== tenant)
    throw misuse('the second person is an operator of the same boundary and tenant');
  return { tenant, id: second.id };
}
