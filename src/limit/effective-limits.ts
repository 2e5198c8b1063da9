import type { RegisteredLimit } from './limit.ts';
import { isAdmissionMeter } from './meters.ts';

/**
 * The limits of a capability together with those of the boundary that its admission takes from, each name once: a
 * limit of the same name is one limit, and the capability's functions know its arguments.
 */
export function effectiveLimits(
  own: readonly RegisteredLimit[],
  boundary: readonly RegisteredLimit[],
): readonly RegisteredLimit[] {
  return Object.freeze([...own, ...others(own, boundary).filter(({ meter }) => isAdmissionMeter(meter))]);
}

/** The watching limits of a capability together with those of the boundary, each name once. */
export function watchingLimits(
  own: readonly RegisteredLimit[],
  boundary: readonly RegisteredLimit[],
): readonly RegisteredLimit[] {
  return Object.freeze([...own, ...others(own, boundary)].filter(({ meter }) => !isAdmissionMeter(meter)));
}

function others(
  own: readonly RegisteredLimit[],
  boundary: readonly RegisteredLimit[],
): readonly RegisteredLimit[] {
  return boundary.filter(({ name }) => !own.some((limit) => limit.name === name));
}
