import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Processes that run one script side by side and do each thing at the same moment. */
export interface Children {
  /** Sends everybody the same order once all are waiting for one, and answers what each reports. */
  all(order: object): Promise<readonly unknown[]>;
  /** Lets them end. */
  end(): void;
}

/** Starts `count` processes of a script beside this file; each is told where the compiled sources are. */
export async function startChildren(count: number, script: string, dist: string): Promise<Children> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const children = Array.from({ length: count }, (_, n) =>
    fork(path, [dist, String(n)], { stdio: 'inherit' }),
  );
  await Promise.all(children.map(report));
  return {
    async all(order) {
      const reports = children.map(report);
      for (const child of children) child.send(order);
      return Promise.all(reports);
    },
    end() {
      for (const child of children) if (child.connected) child.disconnect();
    },
  };
}

/** The next message of a child; a fault where it exits first. */
async function report(child: ChildProcess): Promise<unknown> {
  const settled = new AbortController();
  const next = async (event: 'message' | 'exit'): Promise<unknown> => {
    const [first]: unknown[] = await once(child, event, { signal: settled.signal });
    if (event === 'exit') throw new Error(`a child ended with ${String(first)}`);
    return first;
  };
  try {
    return await Promise.race([next('message'), next('exit')]);
  } finally {
    settled.abort();
  }
}
