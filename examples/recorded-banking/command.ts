import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Boundary, createBoundary } from 'countersign';
import { sqlite } from 'countersign/sqlite';
import { bankCapabilities } from './capabilities.ts';
import { type Corpus, CorpusUnreadable, openCorpus } from './corpus.ts';
import { replay } from './replay.ts';
import { report } from './report.ts';
import { count, newTally, type Tally } from './tally.ts';
import { World } from './world.ts';

const usage = `Usage: npx tsx examples/recorded-banking/run.ts FOLDER [--limit RUNS] [--json] [--synchronous NORMAL|FULL]

Sends the recorded tool calls of the AgentDojo banking suite through a boundary, as proposals.
FOLDER holds suites.json, cases.json and runs.jsonl.gz. Nothing of it is kept.`;

/** Where the command writes to. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Shows how many runs are done, where somebody watches. */
  readonly progress: (runs: number) => void;
  readonly colour: boolean;
}

/** What the command was asked for. */
interface Asked {
  readonly folder: string;
  readonly limit: number;
  readonly json: boolean;
  readonly synchronous: 'FULL' | 'NORMAL';
}

/** Runs the command. Answers the exit code: 0 done, 1 no readable corpus, 2 misuse. */
export async function command(argv: readonly string[], terminal: Terminal): Promise<number> {
  const asked = read(argv);
  if (typeof asked === 'string') {
    terminal.err(`${asked}\n\n${usage}\n`);
    return 2;
  }
  const storage = await mkdtemp(join(tmpdir(), 'countersign-recorded-banking-'));
  try {
    const corpus = await openCorpus(asked.folder);
    const boundary = await boundaryFor(corpus, storage, asked);
    try {
      const tally = await replayAll(corpus, boundary, asked.limit, terminal.progress);
      terminal.out(
        asked.json
          ? `${JSON.stringify({ ...tally, synchronous: asked.synchronous }, null, 2)}\n`
          : `${report(tally, corpus, asked.synchronous, terminal.colour)}\n`,
      );
      return 0;
    } finally {
      await boundary.boundary.close();
    }
  } catch (error) {
    if (!(error instanceof CorpusUnreadable)) throw error;
    terminal.err(`${error.message}\n`);
    return 1;
  } finally {
    await rm(storage, { recursive: true, force: true });
  }
}

interface Bank {
  readonly boundary: Boundary;
  /** The server's own data, by principal. */
  readonly worlds: Map<string, World>;
}

async function boundaryFor({ tools }: Corpus, storage: string, { synchronous }: Asked): Promise<Bank> {
  const worlds = new Map<string, World>();
  const boundary = await createBoundary({
    capabilities: bankCapabilities(tools, (principal) => worlds.get(principal)),
    store: sqlite(join(storage, 'boundary.db'), { synchronous }),
    // A real bank keeps its key; what is written here is forgotten with its folder.
    key: randomBytes(32),
  });
  return { boundary, worlds };
}

/** Replays runs one after the other: each is a customer of its own, in a world and a conversation of its own. */
async function replayAll(
  corpus: Corpus,
  { boundary, worlds }: Bank,
  limit: number,
  progress: Terminal['progress'],
): Promise<Tally> {
  const tally = newTally(corpus.tools);
  for await (const run of corpus.runs()) {
    if (tally.runs >= limit) break;
    const principal = `customer-${tally.runs + 1}`;
    const world = new World(principal, corpus.environment);
    worlds.set(principal, world);
    const session = boundary.session({ tenant: 'bank', principal, conversation: 'recorded' });
    count(tally, corpus, run, await replay(session, world, run));
    worlds.delete(principal);
    progress(tally.runs);
  }
  return tally;
}

function read(argv: readonly string[]): Asked | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        limit: { type: 'string' },
        json: { type: 'boolean', default: false },
        synchronous: { type: 'string', default: 'NORMAL' },
      },
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) return 'Name one folder.';
    if (values.limit !== undefined && !/^[1-9]\d{0,8}$/.test(values.limit))
      return '--limit takes a number above 0.';
    const { synchronous } = values;
    if (synchronous !== 'FULL' && synchronous !== 'NORMAL') return '--synchronous takes FULL or NORMAL.';
    return { folder, limit: Number(values.limit ?? Infinity), json: values.json, synchronous };
  } catch (error) {
    return error instanceof Error ? error.message : 'The arguments cannot be read.';
  }
}
