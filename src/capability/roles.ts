/** What an argument is for. A floor is inferred; declarations refine it. */
export type Role =
  | 'resource'
  | 'destination'
  | 'amount'
  | 'content'
  | 'secret'
  | 'code'
  | 'sql'
  | 'path'
  | 'url'
  | 'template'
  | 'plain';

/** The role of one top-level argument and where it was learned. `none`: unclassified. */
export interface RoleOf {
  readonly argument: string;
  readonly role: Role | null;
  readonly from: 'declared' | 'schema' | 'format' | 'name' | 'description' | 'none';
}
