/*
 * A till, opened by processes with the compiled package and by tests with the sources: both hand in the package that
 * they use. `did` hears of every effect: what was done, the invoice, and the execution id.
 */

/** A schema that asks for nothing: compiling a real one is a third of what a process does here. */
const anyInvoice = { '~standard': { version: 1, vendor: 'till', validate: (value) => ({ value }) } };

const once = ({ input: { invoice } }) => ({ invoice });

/** Every shape of limit, each with room for ten: windows and refills are longer than any test. */
const year = 365 * 86_400_000;
const rations = {
  budget: { kind: 'budget', max: 10 },
  window: { kind: 'fixed_window', max: 10, every: 10 * year },
  slide: { kind: 'sliding_window', max: 10, every: 10 * year },
  bucket: { kind: 'token_bucket', max: 10, refill: 1, every: year },
};

/** What people are shown. */
const facts = once;

export function tillCapabilities({ capability, resource, EffectNotPerformed }, did) {
  const declare = (what, more) =>
    capability({
      name: `till.${what}`,
      version: '1',
      input: anyInvoice,
      authorize: () => true,
      execute: ({ input: { invoice }, executionId }) => {
        did(what, invoice, executionId);
        return { [what]: invoice };
      },
      ...more,
    });
  const write = (what, more) => declare(what, { effect: 'write', ask: 'never', ...more });
  const target = resource({
    type: 'invoice',
    id: 'invoice',
    load: (_context, id) => ({ id }),
    key: ({ id }) => id,
  });
  return [
    declare('look', { effect: 'read' }),
    declare('ask', {
      effect: 'read',
      limits: [{ name: 'asked', meter: 'proposals', key: 'principal', shape: { kind: 'budget', max: 100 } }],
    }),
    write('note'),
    write('pay', { once }),
    // Done, but nobody hears of it.
    write('lose', {
      once,
      execute: ({ input: { invoice }, executionId }) => {
        did('lose', invoice, executionId);
        throw new Error('connection lost');
      },
    }),
    // In the till's own database, with everything else that the call writes.
    write('book', {
      once,
      transactional: true,
      execute: ({ input: { invoice }, executionId, tx }) => {
        tx.prepare('INSERT INTO bookings VALUES (?, ?, ?)').run('book', invoice, executionId);
        return { book: invoice };
      },
    }),
    // Two other persons have to agree; ten are let through in all.
    write('refund', {
      target,
      ask: 'always',
      review: { facts, approvers: () => true, quorum: 2 },
      limits: [{ name: 'ration.refund', key: 'tenant', shape: rations.budget }],
    }),
    // Whoever asks has to confirm it; booked as above.
    write('pledge', {
      target,
      ask: 'always',
      confirm: facts,
      transactional: true,
      execute: ({ input: { invoice }, executionId, tx }) => {
        tx.prepare('INSERT INTO bookings VALUES (?, ?, ?)').run('pledge', invoice, executionId);
        return { pledge: invoice };
      },
    }),
    // Confirmed, and never performed.
    write('spare', {
      target,
      ask: 'always',
      confirm: facts,
      execute: () => {
        throw new EffectNotPerformed();
      },
    }),
    // Steps of a run, and what undoes them; the last one is never performed.
    ...['reserve', 'charge'].flatMap((what) => [
      write(what, {
        undo: { with: `till.un${what}`, arguments: ({ result }) => ({ invoice: result[what] }) },
      }),
      write(`un${what}`),
    ]),
    write('ship', {
      execute: () => {
        throw new EffectNotPerformed();
      },
    }),
    ...Object.entries(rations).map(([name, shape]) =>
      write(name, { limits: [{ name: `ration.${name}`, key: 'tenant', shape }] }),
    ),
    // Twice in a conversation, whose history tells of it.
    write('tap', { sequence: { atMost: 2 } }),
  ];
}

/** Whoever opens the till opens it with this key, as this person, and everybody may do what operators do. */
export const tillKey = 'ab'.repeat(32);
export const tillContext = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };
export const tillDirectory = { principal: () => ({}), operator: () => true };

/** What somebody who runs effects of their own brings to the till: an action that it does not know. */
export const tillWire = ({ Action }) =>
  Action.fromModelProposal({
    actionId: 'till.wire',
    tenantId: tillContext.tenant,
    principalId: tillContext.principal,
    proposal: { resource: 'invoice', effect: 'write', target: 'i-1', args: { amount: 7 } },
    grant: 'till',
    assurance: 'mfa',
  });
