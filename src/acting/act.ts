import { ambientAgrees } from '../action/index.ts';
import type { Awaitable } from '../awaitable.ts';
import { type Fault, orFault } from '../call/fault.ts';
import { appendRecord, nobody } from '../evidence/index.ts';
import type { Wiring } from '../wiring.ts';
import type { Refused } from './refused.ts';

/** Somebody who acts beside the calls of a tenant, through which boundary. */
export interface Acting {
  readonly wiring: Wiring;
  readonly tenant: string;
  readonly id: string;
}

/**
 * Whether the process works for the tenant that somebody acts in. What belongs to the installation is of no tenant: it is
 * done outside of any.
 */
export function bound({ wiring, tenant }: Acting): boolean {
  return ambientAgrees(tenant === '' ? 'explicit' : wiring.tenancy, tenant);
}

/** In which part somebody acts, and how it is put on record that an act was refused. */
export interface Part<R extends Refused> {
  readonly step: 'operator' | 'approver' | 'gateway';
  readonly refused: (refusal: R) => Awaitable<void>;
}

/**
 * Runs an act. A refusal is on record before it is answered; so is a fault, where it can be, before it is thrown. The
 * answer is frozen.
 */
export function act<T extends { readonly kind: string }, R extends Refused>(
  acting: Acting,
  { step, refused }: Part<R>,
  work: () => Promise<T | R>,
): Promise<T | R> {
  const answered = async (): Promise<T | R> => {
    const answer = await work();
    // An act answers in no other way with this kind.
    if (answer.kind === 'refused') await refused(answer as R);
    return Object.freeze(answer);
  };
  const record = (fault: Fault) => reportFault(acting, `${step}.fault`, fault);
  return orFault(step, answered, record, acting.wiring.unrecorded);
}

/** Writes a record of a refusal or fault, or counts it in one that is alike: `kind` tells what is. */
export function counted(
  { wiring }: Acting,
  kind: readonly unknown[],
  write: (count: number) => Awaitable<void>,
): Awaitable<void> {
  return wiring.coalescer.report(JSON.stringify(kind), () => write(1), write);
}

/** Records that a row or a key was not as it was written, or that something else broke: nothing was decided. */
function reportFault(acting: Acting, kind: string, { step, code }: Fault): Awaitable<void> {
  const { wiring, tenant } = acting;
  const write = (count: number) =>
    appendRecord(wiring, tenant, {
      type: 'fault',
      capability: null,
      step,
      code,
      ...nobody(wiring.catalogue.version),
      count,
      first: null,
    });
  return counted(acting, [kind, tenant, step, code], write);
}
