export {
  authorize,
  type CurrentRights,
  type InTime,
  type Judged,
  type Permitted,
  type Postponed,
  type Refused,
  type Verdict,
} from './authorize.ts';
export { TooLate, within } from './within.ts';
