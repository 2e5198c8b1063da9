/**
 * How far, in milliseconds and either way, the time of a decision may be from the store's when it is counted. What
 * arrives out of order within it is counted exactly; what is further away is decided again.
 */
export const clockTolerance = 2_000;
