import type { StandardSchemaV1 } from '@standard-schema/spec';

/** How many steps the validation of one call's arguments may take. A step is a keyword, or some characters or items. */
const stepsAllowed = 400_000;

/** The issue of arguments for which the steps do not suffice. */
export const workExceeded: StandardSchemaV1.Issue = Object.freeze({
  message: 'arguments that can be checked in bounded work',
  path: [],
});

/**
 * The steps are used up. A schema that refers to itself through alternatives can take twice as long for each level of
 * the arguments: a model, or who writes what it reads, must not be able to stall the process with a few brackets.
 */
export class WorkExceeded extends Error {
  override readonly name = 'WorkExceeded';

  constructor() {
    super(workExceeded.message);
  }
}

// One count for the process: what is counted runs synchronously from `restartWork` on.
let left = stepsAllowed;

/** Begins a validation: all steps are available again. */
export function restartWork(): void {
  left = stepsAllowed;
}

/** Counts steps. Throws `WorkExceeded` once there are none left. */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new WorkExceeded();
}
