export { callKeyOf, ownerOf, type Place, placeOf } from './call-key.ts';
export { callVerifies, signCall } from './call-row.ts';
export { type Exit, exits, heldAfter } from './exits.ts';
export { type KnownCall, knownCall, stateAt } from './known-call.ts';
export { operationOf } from './operation.ts';
export { resolvable, type Resolution, resolvedCall } from './resolve.ts';
