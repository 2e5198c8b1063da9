import { type Command, CommanderError } from 'commander';
import { type ContextInput, withTenant } from '../../action/index.ts';
import type { Link } from '../../call/chain.ts';
import { systemClock } from '../../clock.ts';
import type { Foreseen } from '../../call/foresee.ts';
import { randomIds } from '../../ids.ts';
import { environmentKey } from '../../keys/index.ts';
import type { Answer, Answering } from '../answer.ts';
import { type Configured, withConfig } from '../config-option.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import type { Io } from '../io.ts';
import { loadConfig } from '../load-config.ts';
import { optionValue, optionValues } from '../option-value.ts';
import { readInput } from '../read-input.ts';
import { type Rehearsal, rehearse } from '../rehearsal.ts';
import { requireOptions } from '../require-options.ts';
import { type Block, line, type Piece, table, toned } from '../text.ts';
import { visible } from '../visible.ts';

interface WhyOptions extends Configured {
  readonly tenant: string;
  readonly principal: string;
  readonly conversation?: string;
  readonly subject?: string;
  readonly agent?: string;
  readonly grant?: readonly string[];
  readonly assurance?: string;
  readonly call?: string;
}

/** Adds `countersign why`. Whatever follows its options is positional, so that a proposal can never become one. */
export function defineWhy(program: Command, io: Io, answering: Answering): void {
  withConfig(program.command('why'))
    .summary('show, gate by gate, what would become of a call')
    .description(
      "Shows, gate by gate, what would become of a call. Nothing runs and nothing is written: no step of the schema, no key, no evidence. The application's loaders and authorizers are asked. The identity is the operator's word.",
    )
    .usage('[options] [--] CAPABILITY ARGS')
    .argument('<capability>', 'the name that the model proposes')
    .argument('<args...>', 'its arguments: one JSON text, or - to read it from standard input')
    .requiredOption('--tenant <id>', 'whose data is at stake', optionValue)
    .requiredOption('--principal <id>', 'on whose behalf the agent acts', optionValue)
    .option('--conversation <id>', 'the conversation (default: a new one)', optionValue)
    .option('--subject <id>', 'whom the action is about', optionValue)
    .option('--agent <id>', "the application's agent", optionValue)
    .option('--grant <name>', 'what the session was granted; may be repeated', optionValues)
    .option('--assurance <level>', 'how strongly the principal was authenticated', optionValue)
    .option('--call <id>', 'a call id: shows what a known one would be answered', optionValue)
    .passThroughOptions()
    .exitOverride(tellWhereOptionsGo)
    .addHelpText(
      'after',
      `
Options come first: CAPABILITY and what follows it are never read as options. Put -- before text that you did not write.

Examples:
  countersign why --tenant shop --principal ann orders.cancel '{"orderId":"4411"}'
  countersign why --tenant shop --principal ann --agent desk -- "$NAME" "$ARGUMENTS"
  countersign why --tenant shop --principal ann orders.cancel - < proposal.json`,
    )
    .action((capability: string, args: readonly string[], options: WhyOptions) =>
      answering(options, async () => {
        const text = await proposed(args, io);
        const { options: configured } = requireOptions(await loadConfig(io, options.config));
        const key = configured.key ?? environmentKey(io.env);
        const { boundary, from } = await rehearse({
          say: (sentence) => io.err(`${visible(sentence)}\n`),
          ...configured,
          ...(key === undefined ? {} : { key }),
        });
        try {
          return await why(boundary, from, capability, text, options);
        } finally {
          await boundary.close();
        }
      }),
    );
}

/** After CAPABILITY everything is positional, so an option that stands there was not seen. */
function tellWhereOptionsGo(error: CommanderError): never {
  const { exitCode, code, message } = error;
  if (code !== 'commander.missingMandatoryOptionValue') throw error;
  throw new CommanderError(exitCode, code, `${message}: options come before CAPABILITY`);
}

async function proposed([text = '', ...others]: readonly string[], io: Io): Promise<string> {
  if (others.length > 0) {
    throw new Failure(
      'misuse',
      'more than one text follows CAPABILITY: quote the JSON, and put options before CAPABILITY',
    );
  }
  return text === '-' ? readInput(io.stdin) : text;
}

async function why(
  boundary: Rehearsal['boundary'],
  from: Rehearsal['from'],
  capability: string,
  text: string,
  options: WhyOptions,
): Promise<Answer> {
  const { tenant, principal, conversation = newId(), subject, agent, grant, assurance, call } = options;
  const context: ContextInput = {
    tenant,
    principal,
    conversation,
    ...(subject === undefined ? {} : { subject }),
    ...(agent === undefined ? {} : { agent }),
    ...(grant === undefined ? {} : { grant }),
    ...(assurance === undefined ? {} : { assurance }),
  };
  const session = boundary.session(context);
  const foreseen = await withTenant(tenant, () =>
    session.check(capability, text, call === undefined ? {} : { callId: call }),
  );
  return {
    exit: ['permit', 'known'].includes(foreseen.decision) ? exitCodes.done : exitCodes.refused,
    cause: foreseen.cause,
    json: { version: 'countersign.why.v1', capability, context, call: call ?? null, from, ...foreseen },
    text: [
      line(toned('strong', capability), ` as ${principal} of ${tenant}`),
      table(foreseen.links.map((link) => linkRow(link, foreseen.decision))),
      ...conclusion(foreseen),
      ...(from === 'database' ? [] : [line('There is no database yet: foreseen as the first call of all.')]),
    ],
  };
}

function newId(): string {
  return randomIds.next(systemClock.now());
}

/** A call that has an answer already ends where that is found, and is not refused there. */
function linkRow({ name, kind, passed }: Link, decision: Foreseen['decision']): readonly Piece[] {
  const ended = decision === 'known' ? '•' : toned('bad', '✗');
  return [passed ? toned('good', '✓') : ended, name, toned('faint', kind)];
}

function conclusion({
  decision,
  reason,
  pointer,
  expected,
  detail,
  policy,
  reasons,
  cause,
}: Foreseen): readonly Block[] {
  const rows: readonly (readonly [string, string | null])[] = [
    ['pointer', pointer === '' ? '(the arguments as a whole)' : pointer],
    ['expected', expected],
    ['policy', policy],
    ['detail', detail],
    ['because', reasons.length === 0 ? null : reasons.join(', ')],
    ['cause', cause === undefined ? null : '--debug shows it'],
  ];
  const said = {
    permit: toned('good', 'would be permitted'),
    confirm: toned('warn', 'would wait until the person who asks confirms'),
    review: toned('warn', 'would wait until others have reviewed it'),
    known: toned('good', 'known: this call id has an answer already'),
    deny: toned('bad', `would be denied: ${reason}`),
    throttle: toned('warn', `would be throttled: ${reason}`),
  }[decision];
  const shown = rows.flatMap(([name, value]) => (value === null ? [] : [[toned('faint', name), value]]));
  return [line(said), ...(shown.length === 0 ? [] : [table(shown)])];
}
