/**
 * Members that a model may never set, because the server owns what they stand for. They are stripped from a
 * gateway's proposal, and a capability whose schema declares one of them is refused at registration.
 */
export const reservedKeys: readonly string[] = Object.freeze([
  'tenant_id',
  'principal_id',
  'grant',
  'assurance',
  'reservation_ref',
]);
