export type { Directory, Rights } from './directory.ts';
export { type CurrentStanding, rightsOf } from './rights.ts';
