/** Everything a command knows of the process it runs in; `main.ts` hands over the real one, tests their own. */
export interface Io {
  /** The working directory: the only place where a configuration is looked for. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Standard output: answers and nothing else. */
  readonly out: (text: string) => void;
  /** Standard error: failures and what the boundary has to say. */
  readonly err: (text: string) => void;
  /** Whether standard output is a terminal. */
  readonly terminal: boolean;
  /** Resolves once whoever runs the command ends it, as with Ctrl-C. From the first call on that does not end the process. */
  readonly interrupted: () => Promise<void>;
  /** Evaluates the module in an absolute file and answers with its namespace. */
  readonly load: (file: string) => Promise<unknown>;
}
