export {
  type Asks,
  authorize,
  type CurrentRights,
  type Judged,
  type Judging,
  type Permitted,
  type Postponed,
  type Refused,
  type Verdict,
} from './authorize.ts';
export { TooLate, within } from './within.ts';
