import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Story, story } from '../../examples/gateway-approval/story.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-gateway-'));
let played: Story;

beforeAll(async () => {
  played = await story(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a search is asked for, agreed to, verified and run once; everything else is refused for its reason', () => {
  expect(played.told.map(({ tried, came }) => `${tried}: ${came}`)).toEqual([
    'the model proposes a search: requested',
    'it proposes the same again: existing',
    'it proposes a tool that nobody has classified: 422 {"error":"tool_not_classified"}',
    'a worker runs it before anybody agreed: refused: not_approved',
    'user-42 approves what user-42 asked for: refused: acl_denied',
    'approver-7 approves it: approved',
    'the token is used again: refused: replayed: 409 {"error":"replayed"}',
    'somebody swaps the query in the queue: refused: binding_mismatch',
    'a worker still works for globex: refused: approval_unknown',
    'the worker runs it: found Retention policy',
    'the queue delivers it once more: had run before',
    'approver-7 has lost the grant since: refused: acl_denied',
    'it is a day later: refused: expired',
  ]);
  expect(played.searches).toEqual(['acme/hr: retention policy']);
});

test('each refusal is a row in the log of whose approval it is', () => {
  const denied = played.acme.filter(({ type }) => type === 'approval.denied');
  expect(denied.every(({ authentic }) => authentic)).toBe(true);
  expect(denied.map(({ body }) => `${String(body['operation'])}: ${String(body['reason'])}`)).toEqual([
    'request: not_classified',
    'verify: not_approved',
    'approve: acl_denied',
    'approve: replayed',
    'verify: binding_mismatch',
    'verify: binding_mismatch',
    'verify: acl_denied',
    'verify: expired',
  ]);
  expect(played.globex.map(({ type, body }) => [type, body['reason'], body['approval']])).toEqual([
    ['approval.denied', 'approval_unknown', null],
  ]);
});

test('the row of a lost grant says which approval and execution, and nothing of what was proposed', () => {
  const [requested] = played.acme;
  const denied = played.acme.findLast(({ body }) => body['reason'] === 'acl_denied')!;
  const { approval, execution, principal } = requested!.body;
  expect(denied.body).toMatchObject({
    reason: 'acl_denied',
    approval,
    execution,
    principal,
    capability: 'search_knowledge_base',
    count: 1,
  });
  expect(JSON.stringify([played.acme, played.globex])).not.toMatch(
    /retention|user-42|approver-7|project|kb\./,
  );
});
