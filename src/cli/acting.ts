import type { Command } from 'commander';
import { withTenant } from '../action/index.ts';
import type { Boundary } from '../boundary.ts';
import { BoundaryError } from '../errors.ts';
import type { Answer } from './answer.ts';
import { type Configured, withConfig } from './config-option.ts';
import { Failure } from './failure.ts';
import type { Io } from './io.ts';
import { openToAct } from './open-to-act.ts';
import { optionValue } from './option-value.ts';

/** What every act takes. Who acts is the word of whoever runs the command. */
export interface Acting extends Configured {
  readonly as: string;
}

/** What an act on what belongs to one tenant takes. */
export interface ActingOptions extends Acting {
  readonly tenant: string;
}

/** Adds `--tenant` and `--as` to what every command takes. `whose`: what of the tenant is acted on, in which part. */
export function withActor(command: Command, whose: string, part: 'operator' | 'approver'): Command {
  return withName(withConfig(command).requiredOption('--tenant <id>', `whose ${whose}`, optionValue), part);
}

/** Adds `--as` to what every command takes, where the operator is one of the installation. */
export function withInstallationOperator(command: Command): Command {
  return withName(withConfig(command), 'operator');
}

function withName(command: Command, part: 'operator' | 'approver'): Command {
  return command.requiredOption(`--as <${part}>`, 'who acts', optionValue);
}

/** Opens the application's boundary for one act, in the tenant that it is about. `what` there is to act on, in the plural. */
export async function act(
  io: Io,
  { config, tenant }: Acting & Partial<ActingOptions>,
  what: string,
  work: (boundary: Boundary) => Promise<Answer>,
): Promise<Answer> {
  const boundary = await openToAct(io, config, what);
  try {
    return await (tenant === undefined ? work(boundary) : withTenant(tenant, () => work(boundary)));
  } catch (error) {
    // The configuration was found right: what is wrong now was typed.
    if (error instanceof BoundaryError && error.code === 'options_invalid')
      throw new Failure('misuse', error.message, { cause: error });
    throw error;
  } finally {
    await boundary.close();
  }
}
