import { CommanderError } from 'commander';
import { BoundaryError, RegistrationRefused } from '../errors.ts';
import { Failure } from './failure.ts';

/**
 * What went wrong, whatever was thrown. Only our own sentences are repeated: what the application's code threw could
 * hold anything, and `--debug` shows it.
 */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  if (thrown instanceof CommanderError) return new Failure('misuse', misuseOf(thrown), { cause: thrown });
  if (thrown instanceof BoundaryError) return new Failure(thrown.code, sentenceOf(thrown), { cause: thrown });
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return new Failure('unexpected', `stopped by an unexpected ${name}; --debug shows it`, { cause: thrown });
}

function sentenceOf(error: BoundaryError): string {
  if (error.code === 'key_mismatch')
    return `${error.message} ("countersign doctor" shows where it comes from)`;
  if (!(error instanceof RegistrationRefused)) return error.message;
  return `nothing was registered, ${error.problems.length} found wrong: "countersign doctor" lists it`;
}

function misuseOf({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'name one of the commands';
  return message.replace(/^error: /, '').replaceAll('\n', ' ');
}
