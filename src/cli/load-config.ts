import { extname } from 'node:path';
import type { BoundaryOptions } from '../options.ts';
import { type OptionProblem, optionProblems } from '../option-problems.ts';
import { BoundaryError } from '../errors.ts';
import { isObject } from '../json/index.ts';
import { Failure } from './failure.ts';
import { findConfig } from './find-config.ts';
import type { Io } from './io.ts';
import { shownPath } from './shown-path.ts';

/** The application's options and the file they came from. */
export interface Config {
  /** Absolute. */
  readonly file: string;
  /** The same for people: relative to the working directory where it lies inside. */
  readonly name: string;
  readonly options: BoundaryOptions;
  /** What is wrong with the options. Without any, they are what their type says. */
  readonly problems: readonly OptionProblem[];
}

/**
 * Evaluates the configuration, which is code of the operator, and takes its default export for the options of a
 * boundary. One that cannot be evaluated, or exports no options, is damaged: nothing goes on as if there were none.
 * What the code threw is not repeated unless it can hold no secret; `--debug` shows it.
 */
export async function loadConfig(io: Pick<Io, 'cwd' | 'load'>, named: string | undefined): Promise<Config> {
  const file = findConfig(io.cwd, named);
  const name = shownPath(io.cwd, file);
  const exported = defaultOf(await evaluate(io, file, name), name);
  const problems = optionProblems(exported);
  return { file, name, options: exported as BoundaryOptions, problems };
}

async function evaluate(io: Pick<Io, 'load'>, file: string, name: string): Promise<unknown> {
  try {
    return await io.load(file);
  } catch (cause) {
    if (extname(file) === '.ts' && codeOf(cause) === 'ERR_UNKNOWN_FILE_EXTENSION') {
      throw new Failure(
        'config_typescript',
        `this Node (${process.version}) cannot load ${name}: compile it, write it as countersign.config.mjs, or use Node 22.18 or later`,
        { cause },
      );
    }
    throw new Failure('config_damaged', `${name} could not be evaluated: ${reasonOf(cause)}`, { cause });
  }
}

function defaultOf(module: unknown, name: string): object {
  const exported: unknown = isObject(module) && 'default' in module ? module.default : undefined;
  if (!isObject(exported)) {
    throw new Failure(
      'config_damaged',
      `${name} has no options as its default export: write "export default defineBoundary({ … })"`,
    );
  }
  if ('session' in exported && typeof exported.session === 'function') {
    throw new Failure(
      'config_damaged',
      `${name} exports a boundary: export the options that createBoundary is given`,
    );
  }
  return exported;
}

/** Only what holds no values of the application: our own errors, syntax errors, and modules that are not there. */
function reasonOf(cause: unknown): string {
  if (cause instanceof BoundaryError || cause instanceof SyntaxError) return cause.message;
  if (codeOf(cause) === 'ERR_MODULE_NOT_FOUND' && cause instanceof Error) return cause.message;
  return `it threw ${cause instanceof Error ? cause.name : typeof cause}; --debug shows what`;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
