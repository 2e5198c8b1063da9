export { directoryProblems } from './directory-problems.ts';
export type { Account, ApproverIdentity, Directory, OperatorIdentity, Rights } from './directory.ts';
export { type Persons, personsOf } from './persons.ts';
export { type CurrentStanding, rightsOf } from './rights.ts';
export {
  type ApproverStanding,
  approverStanding,
  type OfficeStanding,
  type OperatorStanding,
  operatorStanding,
} from './standing.ts';
