import {
  type Capability,
  capability,
  deny,
  EffectNotPerformed,
  jsonSchema,
  resource,
  throttle,
} from 'countersign';

/** What goes wrong with shipping, once. */
export type Trouble =
  'nothing' | 'refused' | 'busy' | 'sold out' | 'never answers' | 'rejected' | 'forgotten' | 'too late';

/** A shop: what was charged, reserved and shipped, and what was given back, in order. */
export interface Shop {
  readonly done: string[];
  trouble: Trouble;
}

const input = jsonSchema<{ readonly order: string }>({
  type: 'object',
  properties: { order: { type: 'string' } },
  required: ['order'],
  additionalProperties: false,
});
const undoInput = jsonSchema<{ readonly receipt: string }>({
  type: 'object',
  properties: { receipt: { type: 'string' } },
  required: ['receipt'],
  additionalProperties: false,
});

/** Charge and reserve can be undone, with the receipt that they return; shipping cannot, and a person agrees to it. */
export function capabilitiesOf(shop: Shop): readonly Capability[] {
  const does = (what: string) => {
    shop.done.push(what);
    return { receipt: `${what}-receipt` };
  };
  const forward = (name: string, what: string, undo: string) =>
    capability({
      name,
      effect: 'write',
      ask: 'never',
      input,
      authorize: () => true,
      execute: () => does(what),
      undo: { with: undo, arguments: ({ result }) => ({ receipt: result.receipt }) },
    });
  const back = (name: string, what: string) =>
    capability({
      name,
      effect: 'write',
      ask: 'never',
      input: undoInput,
      authorize: () => true,
      execute: ({ input: { receipt } }) => does(`${what} ${receipt}`),
    });
  return [
    forward('payments.charge', 'charge', 'payments.refund'),
    back('payments.refund', 'refund'),
    forward('stock.reserve', 'reserve', 'stock.free'),
    back('stock.free', 'free'),
    capability({
      name: 'parcels.ship',
      effect: 'write',
      ask: 'always',
      irreversible: true,
      input,
      target: resource({ type: 'order', id: 'order', load: (_context, id) => ({ id }), key: ({ id }) => id }),
      confirm: ({ target }) => ({ order: target.id }),
      authorize: () => {
        if (shop.trouble === 'refused') return deny('not_to_this_country');
        return shop.trouble === 'busy' ? throttle(60_000) : true;
      },
      execute: () => {
        if (shop.trouble === 'sold out') throw new EffectNotPerformed();
        does('ship');
        if (shop.trouble === 'never answers') throw new Error('connection lost');
      },
    }),
  ];
}
