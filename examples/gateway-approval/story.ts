import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  capability,
  type Clock,
  createBoundary,
  httpForm,
  jsonSchema,
  type ReadRecord,
  systemClock,
} from 'countersign';
import { sqlite } from 'countersign/sqlite';
import { type Job, SearchGateway } from './gateway.ts';
import { KnowledgeBase } from './knowledge-base.ts';

/** One thing that was tried, and what came of it. */
export interface Told {
  readonly tried: string;
  readonly came: string;
}

/** Everything that happened, and what is on record of it. */
export interface Story {
  readonly told: readonly Told[];
  /** The searches that really ran, by the application's own books. */
  readonly searches: readonly string[];
  readonly acme: readonly ReadRecord[];
  readonly globex: readonly ReadRecord[];
}

const ana = { tenant: 'acme', id: 'user-42' };
const approver = { tenant: 'acme', id: 'approver-7' };

/** What the model proposes: the search, and on top of it a tenant and a grant that it would like to have. */
const proposal = {
  resource: 'knowledge_document',
  effect: 'read',
  target: 'project/hr',
  args: { query: 'retention policy', tenant_id: 'globex', grant: 'kb.admin' },
};

/** The tools of the application. The second comes from a file, and nobody has said yet what it does. */
const tools = [
  capability({
    name: 'search_knowledge_base',
    effect: 'read',
    input: jsonSchema<{ readonly query: string }>({
      type: 'object',
      properties: { query: { type: 'string' } },
      required: ['query'],
    }),
    authorize: () => true,
    execute: () => null,
  }),
  capability({
    name: 'purge_knowledge_base',
    input: jsonSchema({ type: 'object' }),
    authorize: () => true,
  } as never),
];

/** Plays it on real databases in `folder`: a web process that asks, and a worker that runs, on one file. */
export async function story(folder: string): Promise<Story> {
  let later = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + later };
  const options = { capabilities: tools, key: randomBytes(32), tenancy: 'ambient', clock } as const;
  const open = () => createBoundary({ ...options, store: sqlite(join(folder, 'approvals.db')) });
  const knowledge = new KnowledgeBase(join(folder, 'knowledge.db'));
  const [web, worker] = [await open(), await open()];
  try {
    const gateway = new SearchGateway(web, knowledge);
    const queue = new SearchGateway(worker, knowledge);
    const told: Told[] = [];
    const tell = (tried: string, came: string) => void told.push({ tried, came });

    const asked = await gateway.request(ana, 'c-1', proposal);
    if (asked.kind !== 'requested') throw new Error(`nobody was asked: ${asked.kind}`);
    const { token, receipt } = asked;
    tell('the model proposes a search', asked.kind);
    tell('it proposes the same again', (await gateway.request(ana, 'c-1', proposal)).kind);
    const purge = await gateway.request(ana, 'c-1', proposal, 'purge_knowledge_base');
    tell('it proposes a tool that nobody has classified', formOf(purge));

    const job: Job = { tenant: 'acme', principal: ana.id, proposal, receipt };
    tell('a worker runs it before anybody agreed', said(await queue.run(job)));
    tell('user-42 approves what user-42 asked for', said(await gateway.approve(ana, token, ana, proposal)));
    tell('approver-7 approves it', said(await gateway.approve(approver, token, ana, proposal)));
    const again = await gateway.approve(approver, token, ana, proposal);
    tell('the token is used again', `${said(again)}: ${formOf(again)}`);

    const swapped = { ...proposal, args: { query: 'holidays' } };
    tell('somebody swaps the query in the queue', said(await queue.run({ ...job, proposal: swapped })));
    tell('a worker still works for globex', said(await queue.run(job, 'globex')));
    tell('the worker runs it', said(await queue.run(job)));
    tell('the queue delivers it once more', said(await queue.run(job)));

    later = 3_600_000;
    knowledge.revoke('acme', approver.id, 'kb.read');
    tell('approver-7 has lost the grant since', said(await queue.run(job)));
    later = 86_400_000;
    tell('it is a day later', said(await queue.run(job)));
    return {
      told,
      searches: knowledge.searches(),
      acme: await recordsOf(web.evidence('acme')),
      globex: await recordsOf(web.evidence('globex')),
    };
  } finally {
    await worker.close();
    await web.close();
    knowledge.close();
  }
}

/** What came of something, in a word. */
function said(
  answer: Awaited<ReturnType<SearchGateway['approve']>> | Awaited<ReturnType<SearchGateway['run']>>,
) {
  if (answer === null) return 'had run before';
  if (typeof answer === 'string') return `refused: ${answer}`;
  if ('titles' in answer) return `found ${answer.titles.join(', ')}`;
  return answer.kind === 'refused' ? `refused: ${answer.reason}` : answer.kind;
}

/** What a client would be sent. */
function formOf(answer: unknown): string {
  const { status, body } = httpForm(answer);
  return `${status} ${JSON.stringify(body)}`;
}

async function recordsOf(log: AsyncIterable<ReadRecord>): Promise<readonly ReadRecord[]> {
  const records: ReadRecord[] = [];
  for await (const record of log) records.push(record);
  return records;
}
