export { askingView, type AskingView } from './asking-view.ts';
export {
  type Capability,
  capability,
  type Declaration,
  type Executing,
  type Requirement,
  type Seen,
} from './capability.ts';
export { type CapabilityView, catalogueView, type CatalogueView } from './catalogue-view.ts';
export type { Agents, Catalogue, Executable, Registered, Unreachable } from './catalogue.ts';
export { jsonSchema } from './json-schema.ts';
export type { JsonSchemaDocument } from './schema-document.ts';
export { registerCatalogue, type RegistrationOptions } from './registration.ts';
export { roleByDescription, roleByFormat, roleByName, type RoleWords } from './role-floor.ts';
export { type Role, type RoleOf, roles } from './roles.ts';
export type { ArgumentSchema, Validated } from './schema.ts';
