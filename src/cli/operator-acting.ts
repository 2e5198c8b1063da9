import type { Command } from 'commander';
import { createBoundary } from '../boundary.ts';
import { BoundaryError } from '../errors.ts';
import { environmentKey } from '../keys/index.ts';
import type { Operator } from '../operator/index.ts';
import type { Answer } from './answer.ts';
import { type Configured, withConfig } from './config-option.ts';
import { Failure } from './failure.ts';
import type { Io } from './io.ts';
import { loadConfig } from './load-config.ts';
import { openedBefore } from './opened-before.ts';
import { optionValue } from './option-value.ts';
import { requireOptions } from './require-options.ts';
import { visible } from './visible.ts';

/** What every act of an operator takes. Who acts is the word of whoever runs the command. */
export interface Acting extends Configured {
  readonly as: string;
}

/** What an act on what belongs to one tenant takes. */
export interface ActingOptions extends Acting {
  readonly tenant: string;
}

/** Adds `--tenant` and `--as` to what every command takes. `whose`: what of the tenant is acted on. */
export function withOperator(command: Command, whose: string): Command {
  return withName(withConfig(command).requiredOption('--tenant <id>', `whose ${whose}`, optionValue));
}

/** Adds `--as` to what every command takes, where the operator is one of the installation. */
export function withInstallationOperator(command: Command): Command {
  return withName(withConfig(command));
}

function withName(command: Command): Command {
  return command.requiredOption('--as <operator>', 'who acts', optionValue);
}

/**
 * Opens the application's boundary for one act of an operator. One that was never opened has nothing to act on, and
 * none is made. `what` there would be, in the plural.
 */
export async function actAsOperator(
  io: Io,
  { config, tenant, as: id }: ActingOptions,
  what: string,
  work: (operator: Operator) => Promise<Answer>,
): Promise<Answer> {
  const { options } = requireOptions(await loadConfig(io, config));
  const { store } = options;
  if (!store.durable) {
    throw new Failure(
      'store_in_memory',
      `${store.description} is made anew by every process: there are no ${what} in it`,
    );
  }
  if (!(await openedBefore(store))) {
    throw new Failure(
      'database_absent',
      `${store.description} was never opened by the application, or lacks a step of its schema: there are no ${what} to act on`,
    );
  }
  const key = options.key ?? environmentKey(io.env);
  const boundary = await createBoundary({
    say: (sentence) => io.err(`${visible(sentence)}\n`),
    ...options,
    ...(key === undefined ? {} : { key }),
  });
  try {
    return await work(boundary.operator({ tenant, id }));
  } catch (error) {
    // The configuration was found right: what is wrong now was typed.
    if (error instanceof BoundaryError && error.code === 'options_invalid')
      throw new Failure('misuse', error.message, { cause: error });
    throw error;
  } finally {
    await boundary.close();
  }
}
