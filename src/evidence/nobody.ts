import type { Actor } from './actor.ts';

/** The actor of a fault that cannot be attributed: its keys did not open, or a row met it and not a person. */
export function nobody(catalogue: string): Actor {
  const unknown = { principal: null, subject: null, conversation: null, agent: null, facts: null };
  return { ...unknown, catalogue };
}
