/** Every role, the most dangerous first: where several are found inside one argument, the first of them is its role. */
export const roles = [
  'secret',
  'code',
  'sql',
  'template',
  'path',
  'destination',
  'url',
  'amount',
  'resource',
  'content',
  'plain',
] as const;

/** What an argument is for. A floor is inferred; declarations refine it; `plain` is the one way to waive it. */
export type Role = (typeof roles)[number];

/** The role of one top-level argument and where it was learned. `none`: unclassified. */
export interface RoleOf {
  readonly argument: string;
  readonly role: Role | null;
  readonly from: 'declared' | 'schema' | 'format' | 'name' | 'description' | 'none';
}

/** True for one of the roles. */
export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}
