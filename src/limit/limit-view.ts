import type { ContextKey, LimitShape, Meter, RegisteredLimit } from './limit.ts';

/** A registered limit as data, without its functions. Frozen. */
export interface LimitView {
  readonly name: string;
  readonly meter: Meter;
  readonly shape: LimitShape;
  /** Decimal places of its units; null where they are not amounts. */
  readonly scale: number | null;
  readonly key: ContextKey | 'target' | 'function';
  readonly units: number | 'function';
}

/** What may be seen of a limit. */
export function limitView({ name, meter, shape, scale, key, units }: RegisteredLimit): LimitView {
  return Object.freeze({
    name,
    meter,
    shape,
    scale,
    key: typeof key === 'string' ? key : 'function',
    units: typeof units === 'number' ? units : 'function',
  });
}
