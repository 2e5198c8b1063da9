import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import type { Answer, Answering, Printing } from './answer.ts';
import { defineApprovals } from './commands/approvals.ts';
import { defineClaims } from './commands/claims.ts';
import { defineClock } from './commands/clock.ts';
import { defineDoctor } from './commands/doctor.ts';
import { defineInbox } from './commands/inbox.ts';
import { defineInit } from './commands/init.ts';
import { defineLimits } from './commands/limits.ts';
import { defineMigrate } from './commands/migrate.ts';
import { defineRuns } from './commands/runs.ts';
import { defineWhy } from './commands/why.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import type { Failure } from './failure.ts';
import { failureOf } from './failure-of.ts';
import type { Io } from './io.ts';
import { ownPackage } from './own-package.ts';
import { render } from './text.ts';
import { visible, visibleJson } from './visible.ts';

/**
 * Runs one command line (without the names of Node and the script) and answers its exit code. Never throws. Standard
 * output gets the answer, as text or, with `--json`, as exactly one document; standard error gets one sentence where
 * something went wrong. Without `--json` nothing is on standard output then.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  let printing = printingOf(argv);
  let answer: Answer | null = null;
  const program = define(io, async (asked, work) => {
    printing = asked;
    answer = await work();
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    if (answer === null) return exitCodes.done;
    return await print(answer, printing, io);
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return exitCodes.done;
    return report(failureOf(thrown), printing, io);
  }
}

/** Where a command line cannot be understood, its options are known by their look alone. Text after -- is none. */
function printingOf(argv: readonly string[]): Printing {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json') ? { json: true } : {};
}

function define(io: Io, answering: Answering): Command {
  const program = new Command('countersign')
    .description('The model proposes; the application countersigns.')
    .version(ownPackage().version)
    .helpCommand('help [command]', 'the same as --help')
    .exitOverride()
    // Options of a command end where its arguments begin, so that nothing among these is ever read as an option.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      // What commander has to say about a misuse is said once, by `report`.
      outputError: () => {},
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
    })
    .addHelpText('after', '\nExit codes: 0 done, 1 refused or nothing to do it on, 2 misuse.');
  for (const command of [
    ...[defineInit, defineDoctor, defineMigrate, defineWhy, defineApprovals, defineInbox],
    ...[defineClaims, defineRuns, defineLimits, defineClock],
  ])
    command(program, io, answering);
  return program;
}

async function print(answer: Answer, printing: Printing, io: Io): Promise<ExitCode> {
  const { exit, json, text, goesOn, cause } = answer;
  const { NO_COLOR = '' } = io.env;
  io.out(printing.json ? `${visibleJson(json)}\n` : render(text, io.terminal && NO_COLOR === ''));
  if (printing.debug && cause !== undefined) io.err(stackOf(cause));
  await goesOn?.();
  return exit;
}

function report(failure: Failure, printing: Printing, io: Io): ExitCode {
  const { code, message, details, cause, exit } = failure;
  io.err(`countersign: ${visible(message)}\n`);
  if (printing.debug) io.err(stackOf(cause ?? failure));
  if (printing.json) io.out(`${visibleJson({ error: { code, message, ...details } })}\n`);
  return exit;
}

function stackOf(thrown: unknown): string {
  const stacks: string[] = [];
  for (let error = thrown; error !== undefined && stacks.length < 5; error = causeOf(error)) {
    stacks.push(error instanceof Error ? (error.stack ?? error.message) : inspect(error));
  }
  return `${stacks.join('\n').split('\n').map(visible).join('\n')}\n`;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
