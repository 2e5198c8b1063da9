import type { Catalogue } from '../capability/index.ts';
import type { RegisteredLimit } from '../limit/index.ts';

/**
 * The registered limit of this name, or null. Limits of one name agree in everything that this answer is asked for, so
 * any of them will do.
 */
export function limitNamed(
  { limits, capabilities }: Pick<Catalogue, 'limits' | 'capabilities'>,
  name: string,
): RegisteredLimit | null {
  const all = [...limits, ...capabilities.flatMap((capability) => capability.limits)];
  return all.find((limit) => limit.name === name) ?? null;
}
