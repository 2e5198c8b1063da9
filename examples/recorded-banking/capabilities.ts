import {
  capability,
  contextTarget,
  type Executing,
  type JsonObject,
  jsonSchema,
  resource,
  scope,
  type Seen,
  type TargetSource,
} from 'countersign';
import { CorpusUnreadable, type Tool } from './corpus.ts';
import type { World } from './world.ts';

/** Everything that can be a target here belongs to somebody. */
interface Owned {
  readonly owner: string;
}

/**
 * The suite's tools as capabilities. Names, effects and argument schemas are the suite's own; what each acts on, and
 * what makes two payments one, is what an application adds. `worldOf` finds the bank's data of a principal.
 */
export function bankCapabilities(tools: readonly Tool[], worldOf: (principal: string) => World | undefined) {
  const account = contextTarget({
    type: 'account',
    load: ({ principal }) => worldOf(principal),
    identity: ({ owner, iban }) => ({ owner, iban }),
  });
  const user = contextTarget({
    type: 'user',
    load: ({ principal }) => worldOf(principal),
    identity: ({ owner }) => ({ owner }),
  });
  const listOf = (type: string) => scope({ type, filter: ({ context }) => ({ owner: context.principal }) });
  const scheduled = resource({
    type: 'scheduled_transaction',
    id: 'id',
    load: ({ principal }, id) =>
      worldOf(principal)?.hasScheduled(Number(id)) ? { owner: principal, id } : null,
  });
  const file = resource({
    type: 'file',
    id: 'file_path',
    load: ({ principal }, path) => (worldOf(principal)?.hasFile(path) ? { owner: principal, path } : null),
  });

  /** What every tool has in common: it acts on something of the session's own principal, and answers as recorded. */
  const common = <I extends object, T extends Owned>(tool: Tool, target: TargetSource<I, T>) => ({
    name: tool.name,
    effect: tool.effect,
    ask: 'never' as const,
    description: tool.description,
    input: jsonSchema<I>(argumentsOf(tool)),
    target,
    authorize: ({ context, target: found }: Seen<I, T>) => found.owner === context.principal,
    execute: ({ context }: Executing<I, T>) => worldOf(context.principal)?.answer(tool.name),
  });
  const on =
    <I extends object, T extends Owned>(target: TargetSource<I, T>) =>
    (tool: Tool) =>
      capability(common(tool, target));
  /** The same sum to the same account with the same subject on the same day is the same payment. */
  const payment = (tool: Tool) =>
    capability({
      ...common<JsonObject, World>(tool, account),
      once: ({ input, target: { owner } }) => ({ owner, payment: input }),
    });

  const declared = {
    get_iban: on(account),
    get_balance: on(account),
    get_most_recent_transactions: on(listOf('transactions')),
    get_scheduled_transactions: on(listOf('scheduled_transactions')),
    get_user_info: on(user),
    read_file: on(file),
    send_money: payment,
    schedule_transaction: payment,
    update_scheduled_transaction: on(scheduled),
    update_user_info: on(user),
    update_password: on(user),
  };
  return tools.map((tool) => {
    if (!Object.hasOwn(declared, tool.name)) {
      throw new CorpusUnreadable(`suites.json has a tool that this example does not know: ${tool.name}.`);
    }
    return declared[tool.name as keyof typeof declared](tool);
  });
}

const types: Readonly<Record<string, string>> = {
  str: 'string',
  int: 'integer',
  float: 'number',
  bool: 'boolean',
  None: 'null',
};

/** The parameters of a Python function as JSON Schema, closed to further members. */
function argumentsOf({ name, params }: Tool) {
  const properties = params.map((param) => {
    const type = param.type.split(' | ').map((one) => types[one]);
    if (type.some((one) => one === undefined)) {
      throw new CorpusUnreadable(
        `suites.json: ${name}.${param.name} has a type that this example does not know.`,
      );
    }
    return [param.name, { type }] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: params.filter(({ required }) => required).map((param) => param.name),
    additionalProperties: false,
  };
}
