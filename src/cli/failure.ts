import type { ErrorCode } from '../errors.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/** What went wrong, for scripts: `--json` prints it. A boundary's own errors keep their code. */
export type FailureCode =
  | ErrorCode
  | 'misuse'
  | 'config_absent'
  | 'config_unreadable'
  | 'config_damaged'
  | 'config_ambiguous'
  | 'config_typescript'
  | 'starter_refused'
  | 'store_in_memory'
  | 'database_absent'
  | 'port_unavailable'
  | 'unexpected';

/**
 * Why a command did not do what was asked. The message is one sentence that names what is wrong, where, and what to
 * do; nothing secret is in it. `details` go into the JSON document beside it.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: FailureCode,
    sentence: string,
    { cause, details = {} }: { readonly cause?: unknown; readonly details?: Failure['details'] } = {},
  ) {
    super(sentence, { cause });
    this.code = code;
    this.details = details;
  }

  /** A context that is none was typed on the command line. */
  get exit(): ExitCode {
    return this.code === 'misuse' || this.code === 'context_invalid' ? exitCodes.misuse : exitCodes.refused;
  }
}
