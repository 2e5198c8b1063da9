export { type Ended, execute } from './execute.ts';
export { openResult, sealResult } from './kept-result.ts';
