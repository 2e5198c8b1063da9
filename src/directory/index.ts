export type { Directory, OperatorIdentity, Rights } from './directory.ts';
export { type OperatorStanding, operatorStanding } from './operators.ts';
export { type CurrentStanding, rightsOf } from './rights.ts';
