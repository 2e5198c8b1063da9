import type { ExitCode } from './exit-codes.ts';
import type { Block } from './text.ts';

/** What a command answers: printed as text or, with `--json`, as one document. Both say the same. */
export interface Answer {
  readonly exit: ExitCode;
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: readonly Block[];
  /** What was thrown by whoever should have answered; printed with `--debug` alone. */
  readonly cause?: unknown;
  /** What goes on once the answer is printed, as a server does; the command ends with it. */
  readonly goesOn?: () => Promise<void>;
}

/** How an answer, or why there is none, is to be printed. Every command takes both. */
export interface Printing {
  readonly json?: true;
  readonly debug?: true;
}

/** Where an action leaves its answer. Takes what was asked for first, so that a failure is printed that way too. */
export type Answering = (printing: Printing, work: () => Answer | Promise<Answer>) => Promise<void>;
