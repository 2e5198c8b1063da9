#!/usr/bin/env node
import { pathToFileURL } from 'node:url';
import { run } from './run.ts';

const out = process.stdout.write.bind(process.stdout);
const err = process.stderr.write.bind(process.stderr);

// Standard output carries answers alone: what the application's own code prints while it is loaded goes elsewhere.
process.stdout.write = err;
// A reader that stops reading, as `head` does, is no failure.
process.stdout.on('error', () => process.exit());

const code = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdin: process.stdin,
  out: (text) => void out(text),
  err: (text) => void err(text),
  terminal: process.stdout.isTTY,
  interrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
    }),
  load: (file) => import(pathToFileURL(file).href),
});

// The configuration may have opened what would keep the process alive. Both streams are written out first.
process.exitCode = code;
out('', () => err('', () => process.exit()));
