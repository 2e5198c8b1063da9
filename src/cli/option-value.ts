import { InvalidArgumentError } from 'commander';

/**
 * The value of an option. One that begins with a dash is refused: it is an option that lost its value, or untrusted
 * text on its way to become one. So is a second value, as of two identities neither may win.
 */
export function optionValue(value: string, before?: string): string {
  if (value.startsWith('-')) throw new InvalidArgumentError('A value must not begin with a dash.');
  if (before !== undefined) throw new InvalidArgumentError('It is given twice.');
  return value;
}

/** The same for an option that may be given several times. */
export function optionValues(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, optionValue(value)];
}
