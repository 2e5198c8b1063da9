export { contextTarget, type ContextTargetDeclaration } from './context-target.ts';
export { target, type TargetDeclaration } from './long-form.ts';
export { resource, type ResourceDeclaration } from './resource.ts';
export { scope, type ScopeDeclaration } from './scope.ts';
export type { Target, TargetSource } from './target.ts';
