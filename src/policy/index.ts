export {
  type Asks,
  authorize,
  type Judged,
  type Judging,
  type Permitted,
  type Postponed,
  type Refused,
  type Verdict,
} from './authorize.ts';
export { type CurrentRights, narrowed } from './standing.ts';
export { TooLate, within } from './within.ts';
