import type { Terminal } from '../cli/terminal.ts';

/** Runs `countersign inbox` until `use` is through with what it printed, then ends it as Ctrl-C does. */
export async function serving<T>(
  shell: Terminal,
  argv: readonly string[],
  use: (printed: string) => Promise<T>,
) {
  let printed = (_text: string) => {};
  let end = () => {};
  const out = new Promise<string>((go) => (printed = go));
  const interrupted = new Promise<void>((go) => (end = go));
  const ran = shell.run(['inbox', ...argv], { out: printed, interrupted: () => interrupted });
  try {
    const used = await use(await Promise.race([out, ran.then(({ err }) => Promise.reject(new Error(err)))]));
    end();
    return { used, ran: await ran };
  } finally {
    end();
  }
}

/** The link that signs in, in what was printed. */
export function linkIn(printed: string): URL {
  return new URL(/http:\S+/.exec(printed)?.[0] ?? '');
}
