/*
 * A till, opened by processes with the compiled package and by tests with the sources: both hand in the package that
 * they use. `did` hears of every effect: what was done, the invoice, and the execution id.
 */

/** A schema that asks for nothing: compiling a real one is a third of what a process does here. */
const anyInvoice = { '~standard': { version: 1, vendor: 'till', validate: (value) => ({ value }) } };

export function tillCapabilities({ capability }, did) {
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
  const once = ({ input: { invoice } }) => ({ invoice });
  return [
    declare('look', { effect: 'read' }),
    declare('note', { effect: 'write', ask: 'never' }),
    declare('pay', { effect: 'write', ask: 'never', once }),
    // Done, but nobody hears of it.
    declare('lose', {
      effect: 'write',
      ask: 'never',
      once,
      execute: ({ input: { invoice }, executionId }) => {
        did('lose', invoice, executionId);
        throw new Error('connection lost');
      },
    }),
  ];
}

/** Whoever opens the till opens it with this key, as this person, and everybody may do what operators do. */
export const tillKey = 'ab'.repeat(32);
export const tillContext = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };
export const tillDirectory = { principal: () => ({}), operator: () => true };
