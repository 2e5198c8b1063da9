import type { RunRow } from '../store/rows.ts';

/** A run that has just begun, without its MAC. */
export const openedRun: Omit<RunRow, 'mac'> = {
  tenant: 'acme',
  id: 'run-1',
  owner: 'ann',
  conversation: 'c-1',
  atomic: true,
  state: 'open',
  was: null,
  opened: 1_000,
  deadline: 10_000,
  ended: null,
  revision: 1,
};
