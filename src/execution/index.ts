export { type Ended, execute, type Over } from './execute.ts';
export { openResult, sealResult } from './kept-result.ts';
