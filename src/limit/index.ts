export { admissionLevies, type LimitedCall } from './admission-levies.ts';
export { atScale } from './at-scale.ts';
export { chargesOf, takenOf } from './charge.ts';
export { declaredLimits } from './declared-limits.ts';
export { effectiveLimits, watchingLimits } from './effective-limits.ts';
export type { Levy } from './levy.ts';
export { LimitFault } from './limit-fault.ts';
export { limitView, type LimitView } from './limit-view.ts';
export type {
  AdmissionMeter,
  CalendarUnit,
  ContextKey,
  Limit,
  LimitContext,
  LimitKey,
  LimitSeen,
  LimitShape,
  Meter,
  RegisteredLimit,
  ReportedMeter,
} from './limit.ts';
export { sharedProblems } from './shared-limits.ts';
export { watchingLevies, type Watched } from './watching-levies.ts';
