export { changeRun } from './change.ts';
export { openRun } from './open-run.ts';
export { reportOf } from './report.ts';
export type { Run, RunOptions } from './run.ts';
export { standingOf } from './standing.ts';
export { stepOfRun } from './step-of-run.ts';
export { letGo, undoRun } from './undo-run.ts';
