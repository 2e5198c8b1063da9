export { fakeClock, type FakeClock } from './clock.ts';
export { countingIds } from './ids.ts';
export { type PausePoint, pausePoints, withPausePoints } from './pause-points.ts';
export { type RegisterTest, storeConformance } from './conformance/store.ts';
