export { admissionLevies } from './admission-levies.ts';
export { atScale } from './at-scale.ts';
export { chargesOf, takenOf } from './charge.ts';
export type { Levy } from './levy.ts';
export { LimitFault } from './limit-fault.ts';
export type { LimitView } from './limit-view.ts';
export type {
  CalendarUnit,
  ContextKey,
  Limit,
  LimitContext,
  LimitKey,
  LimitSeen,
  LimitShape,
  Meter,
  RegisteredLimit,
} from './limit.ts';
export { watchingLevies } from './watching-levies.ts';
export { ruleOf } from './rule.ts';
