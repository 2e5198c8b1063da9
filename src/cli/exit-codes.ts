/** How a command ends. Pinned: scripts and pipelines switch on these numbers. */
export const exitCodes = Object.freeze({
  /** What was asked for is done, or would be permitted. */
  done: 0,
  /** Refused, broken, or there is nothing to do it on (no configuration, a store in memory). */
  refused: 1,
  /** The command line itself cannot be understood: an unknown option, a missing argument, an id that is none. */
  misuse: 2,
} as const);

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
