export { admissionLevies, chargesOf, type Levy, LimitFault, takenOf, watchingLevies } from './levy.ts';
export type { ReportedMeter, Limit, LimitContext, LimitKey, LimitSeen, LimitShape, Meter, RegisteredLimit } from './limit.ts';
