import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

const toolSchema = z.object({
  name: z.string(),
  effect: z.enum(['read', 'write']),
  description: z.string(),
  params: z.array(z.object({ name: z.string(), type: z.string(), required: z.boolean() })),
});
const environmentSchema = z.object({
  bank_account: z.object({
    iban: z.string(),
    transactions: z.array(z.object({ id: z.number() })),
    scheduled_transactions: z.array(z.object({ id: z.number() })),
  }),
  filesystem: z.object({ files: z.record(z.string(), z.string()) }),
});
const suitesSchema = z.object({
  banking: z.object({ tools: z.array(toolSchema), environment_template: environmentSchema }),
});
const argumentsSchema = z.record(z.string(), z.unknown());
const goalSchema = z.object({
  goal: z.string(),
  calls: z.array(z.object({ function: z.string(), args: argumentsSchema })),
});
const casesSchema = z.record(
  z.string(),
  z.object({ banking: z.object({ inj: z.record(z.string(), goalSchema) }) }),
);
const stepSchema = z.discriminatedUnion('r', [
  z.object({ r: z.literal('u'), t: z.string() }),
  z.object({ r: z.literal('a'), c: z.array(z.object({ f: z.string(), a: argumentsSchema })) }),
  z.object({ r: z.literal('t'), f: z.string(), t: z.string(), e: z.string().nullable() }),
]);
const runSchema = z.object({
  model: z.string(),
  injection_task: z.string().nullable(),
  attack: z
    .string()
    .regex(/^\w{1,60}$/)
    .nullable(),
  steps: z.array(stepSchema),
});
const lineSchema = z.object({ suite: z.string() });

/** A tool of the suite: name, read or write, parameters with Python's names of types. */
export type Tool = z.infer<typeof toolSchema>;
/** The world in which a run begins. */
export type Environment = z.infer<typeof environmentSchema>;
/** What an attacker wants, in words and as the calls that would do it. */
export type Goal = z.infer<typeof goalSchema>;
/** What one real model said and did. */
export type RecordedRun = z.infer<typeof runSchema>;

/** The banking part of the corpus. */
export interface Corpus {
  readonly tools: readonly Tool[];
  readonly environment: Environment;
  /** By the name of the injection task. */
  readonly goals: ReadonlyMap<string, Goal>;
  /** Reads the recorded runs one line at a time. */
  runs(): AsyncIterable<RecordedRun>;
}

/** The folder is not a readable corpus; the message is a sentence for whoever named it. */
export class CorpusUnreadable extends Error {
  override readonly name = 'CorpusUnreadable';
}

/** Opens a corpus. Throws `CorpusUnreadable`, as does reading its runs. */
export async function openCorpus(folder: string): Promise<Corpus> {
  const { banking } = shaped(suitesSchema, await json(folder, 'suites.json'), 'suites.json');
  const cases = shaped(casesSchema, await json(folder, 'cases.json'), 'cases.json');
  return {
    tools: banking.tools,
    environment: banking.environment_template,
    goals: new Map(Object.values(cases).flatMap((version) => Object.entries(version.banking.inj))),
    runs: () => recordedRuns(join(folder, 'runs.jsonl.gz')),
  };
}

async function* recordedRuns(file: string): AsyncIterable<RecordedRun> {
  let number = 0;
  for await (const line of lines(file)) {
    number += 1;
    const place = `runs.jsonl.gz, line ${number},`;
    const value = parsed(line, place);
    if (shaped(lineSchema, value, place).suite === 'banking') yield shaped(runSchema, value, place);
  }
  if (number === 0) throw new CorpusUnreadable(`${file} holds no runs.`);
}

async function* lines(file: string): AsyncIterable<string> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip()).setEncoding('utf8');
  source.on('error', (error) => text.destroy(error));
  let rest = '';
  try {
    for await (const chunk of text) {
      const whole = `${rest}${chunk}`.split('\n');
      rest = whole.pop() ?? '';
      yield* whole;
    }
  } catch (cause) {
    throw new CorpusUnreadable(`${file} cannot be read (${codeOf(cause)}).`, { cause });
  }
  if (rest !== '') yield rest;
}

async function json(folder: string, name: string): Promise<unknown> {
  try {
    return parsed(await readFile(join(folder, name), 'utf8'), name);
  } catch (cause) {
    if (cause instanceof CorpusUnreadable) throw cause;
    throw new CorpusUnreadable(
      `There is no readable AgentDojo corpus at ${folder}: ${name} cannot be read (${codeOf(cause)}).`,
      { cause },
    );
  }
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CorpusUnreadable(`${place} is not JSON.`, { cause });
  }
}

function shaped<S extends z.ZodType>(schema: S, value: unknown, place: string): z.infer<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const at = result.error.issues[0]?.path.map(String).join('.') ?? '';
  throw new CorpusUnreadable(`${place} does not have the expected form (at ${at || 'the top'}).`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
