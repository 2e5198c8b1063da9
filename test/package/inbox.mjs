// Starts the inbox of the starter as its command does, follows the link that it prints, and interrupts it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const [countersign] = process.argv.slice(2);
const child = spawn(countersign, ['inbox', '--tenant', 'shop', '--as', 'ann'], {
  cwd: 'starter',
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(child, 'exit');
const [printed] = await Promise.race([once(child.stdout, 'data'), ended]);
const [link] = /http:\S+/.exec(String(printed)) ?? [];
assert.ok(link, 'the inbox prints a link');
const page = await fetch(link);
assert.equal(page.status, 200);
assert.match(await page.text(), /<button>Sign in<\/button>/);
child.kill('SIGINT');
assert.deepEqual(await ended, [0, null]);
