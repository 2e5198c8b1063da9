export { type Ended, execute } from './execute.ts';
export { openResult, sealResult } from './kept-result.ts';
export { signRun, verifiedRun } from './run-row.ts';
export { ended, type EndForRun, released, runAt, type RunNow, turnOf, undoing } from './run-states.ts';
export { openUndo, sealUndo, type UndoPlan } from './undo-plan.ts';
