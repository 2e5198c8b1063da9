import { command } from './command.ts';

const watched = process.stderr.isTTY;
const clear = () => {
  if (watched) process.stderr.write('\r\u001b[K');
};

process.exitCode = await command(process.argv.slice(2), {
  out: (text) => {
    clear();
    process.stdout.write(text);
  },
  err: (text) => {
    clear();
    process.stderr.write(text);
  },
  progress: (runs) => {
    if (watched && runs % 20 === 0) process.stderr.write(`\r${runs} runs`);
  },
  colour: process.stdout.isTTY && !process.env['NO_COLOR'],
});
