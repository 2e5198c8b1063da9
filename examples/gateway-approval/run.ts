import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { story } from './story.ts';

const folder = await mkdtemp(join(tmpdir(), 'countersign-gateway-'));
try {
  const { told, searches, acme, globex } = await story(folder);
  for (const { tried, came } of told) console.log(`${tried.padEnd(50)}${came}`);
  console.log(`\nThe knowledge base was searched: ${searches.join(', ')}`);
  const denied = acme.findLast(({ body }) => body['reason'] === 'acl_denied');
  console.log('\nOn record in the log of acme, when the grant was gone:');
  console.log(JSON.stringify({ type: denied?.type, ...denied?.body }, null, 2));
  console.log('\nIn the log of globex, whose worker held a receipt of acme:');
  console.log(JSON.stringify(globex.map(({ type, body }) => ({ type, reason: body['reason'] }))));
} finally {
  await rm(folder, { recursive: true, force: true });
}
