/** How often something is tried before others, or the network, are said to be in the way. */
export const mostTries = 8;

/** How often something is tried that others have done first: once they are read, it is refused for what it is. */
export const mostSeconds = 3;

/** Runs `then` after so many milliseconds; the returned function cancels it. */
export function later(milliseconds: number, then: () => void): () => void {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
}

/**
 * Waits before try number `attempt` (from 1): short, and random, so that those who met once do not keep meeting. It is
 * a real timer and real chance, not the ports: this wait is I/O, and no decision depends on it.
 */
export function pause(attempt: number): Promise<void> {
  const milliseconds = Math.random() * Math.min(2 ** attempt * 4, 500);
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
