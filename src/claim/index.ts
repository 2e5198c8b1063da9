export { callKeyOf } from './call-key.ts';
export { callVerifies, signCall, type UnsignedCall } from './call-row.ts';
export { type KnownCall, knownCall, stateAt } from './known-call.ts';
export { type OperationKey, operationOf } from './operation.ts';
