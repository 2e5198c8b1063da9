import { inspect } from 'node:util';
import { type Command, InvalidArgumentError } from 'commander';
import { withTenant } from '../../action/index.ts';
import type { Boundary } from '../../boundary.ts';
import { systemClock } from '../../clock.ts';
import { BoundaryError } from '../../errors.ts';
import { type ActingOptions, withActor } from '../acting.ts';
import type { Answer, Answering } from '../answer.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import type { Io } from '../io.ts';
import { openToAct } from '../open-to-act.ts';
import { optionValue } from '../option-value.ts';
import { line, toned } from '../text.ts';
import { visible } from '../visible.ts';

type Serving = ActingOptions & { readonly port?: number };

/** The version of the document that this command prints. */
const document = 'countersign.inbox.v1';

/** Adds `countersign inbox`: pages on which one person answers what waits, for as long as the command runs. */
export function defineInbox(program: Command, io: Io, answering: Answering): void {
  withActor(program.command('inbox'), 'approvals', 'approver')
    .summary('serve the pages on which a person answers')
    .description(
      'Serves pages on which one person sees what waits, every action in full, and answers. They are reached from this machine alone, by the link that is printed: it signs in once, within five minutes. The approver is the word of whoever runs this; the application is asked whether that person may. Ctrl-C ends it.',
    )
    .option('--port <number>', 'the port on this machine; by default a free one', portValue)
    .addHelpText(
      'after',
      '\nExamples:\n  countersign inbox --tenant shop --as rita\n  countersign inbox --tenant shop --as rita --port 4100',
    )
    .action((options: Serving) => answering(options, () => open(io, options)));
}

async function open(io: Io, options: Serving): Promise<Answer> {
  const boundary = await openToAct(io, options.config, 'approvals');
  try {
    return await serve(io, options, boundary);
  } catch (error) {
    await boundary.close();
    throw error;
  }
}

async function serve(io: Io, options: Serving, boundary: Boundary): Promise<Answer> {
  const { tenant, as: id, port = 0, debug } = options;
  const approver = boundary.approver({ tenant, id });
  // Only this command needs a server.
  const { inboxApp, serveOnLoopback, SignIn } = await import('../../inbox/index.ts');
  const signIn = new SignIn(systemClock);
  const report = (error: unknown): void => {
    io.err(`countersign: a page could not be made (${codeOf(error)})\n`);
    if (debug) io.err(`${inspect(error).split('\n').map(visible).join('\n')}\n`);
  };
  const server = await serveOnLoopback(port, (hosts) => {
    const app = inboxApp({ approver, signIn, hosts, clock: systemClock, report });
    return { fetch: (request) => withTenant(tenant, () => app.fetch(request)) };
  }).catch((cause: unknown) => {
    throw new Failure(
      'port_unavailable',
      `port ${port} of this machine cannot be had (${codeOf(cause)}): name another one, or none`,
      { cause },
    );
  });
  const link = `${server.address}/sign-in?code=${signIn.code}`;
  return {
    exit: exitCodes.done,
    json: {
      version: document,
      tenant,
      kind: 'serving',
      address: server.address,
      signIn: link,
      signInUntil: signIn.expiresAt,
    },
    text: [
      line('Sign in, once and within five minutes: ', toned('strong', link)),
      line(`Whoever does answers as ${id} for ${tenant}. Ctrl-C ends it.`),
    ],
    goesOn: async () => {
      await io.interrupted();
      await server.close();
      await boundary.close();
    },
  };
}

function portValue(value: string, before?: number): number {
  const text = optionValue(value, before === undefined ? undefined : String(before));
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

/** What can be said of an error without repeating what it holds. */
function codeOf(error: unknown): string {
  if (error instanceof BoundaryError) return error.code;
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
