import { canonicalText, type Keys } from '../json/index.ts';
import type { Json } from '../json/json.ts';

/** What one logical operation is recognised by. */
export type OperationKey =
  /** Undoing one step: at most once. */
  | { readonly kind: 'undo'; readonly tenant: string; readonly step: readonly string[] }
  /** The application's own key: held for ever once completed, whoever asks again. */
  | { readonly kind: 'once'; readonly tenant: string; readonly capability: string; readonly key: Json }
  /** Nothing declared: the same principal doing the same to the same target; free again once completed. */
  | {
      readonly kind: 'default';
      readonly tenant: string;
      readonly principal: string;
      readonly capability: string;
      readonly target: Json;
      readonly arguments: Json;
    };

/** The value of the `holds` column: blinded, so that a reader of the database cannot guess what was done to whom. */
export function operationOf(keys: Keys, operation: OperationKey): string {
  return keys.blind('countersign/operation/v1', operation.tenant, canonicalText(textOf(operation)));
}

function textOf(operation: OperationKey): Json {
  switch (operation.kind) {
    case 'once':
      return ['once', operation.capability, operation.key];
    case 'undo':
      return ['undo', operation.step];
    case 'default':
      return ['default', operation.principal, operation.capability, operation.target, operation.arguments];
  }
}
