export { type Ended, execute } from './execute.ts';
export { openResult, type ResultOwner, sealResult } from './kept-result.ts';
