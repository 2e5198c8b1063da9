export { fakeClock, type FakeClock } from './clock.ts';
export { countingIds } from './ids.ts';
