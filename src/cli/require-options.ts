import { BoundaryError } from '../errors.ts';
import type { Config } from './load-config.ts';

/** The configuration, where nothing is wrong with its options; otherwise throws `options_invalid` with the first problem. */
export function requireOptions(config: Config): Config {
  const [first, ...others] = config.problems;
  if (first === undefined) return config;
  const more = others.length === 0 ? '' : ` ${others.length} more: "countersign doctor" lists them.`;
  throw new BoundaryError('options_invalid', `${config.name}: ${first.sentence}${more}`);
}
