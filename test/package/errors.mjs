// Errors are recognised by name and by class, whichever entry throws them.
import assert from 'node:assert/strict';
import * as countersign from 'countersign';
import { sqlite } from 'countersign/sqlite';

const { BoundaryError, RegistrationRefused, createBoundary } = countersign;
for (const [name, value] of Object.entries(countersign)) {
  if (typeof value === 'function') assert.equal(value.name, name);
}
assert.throws(
  () => sqlite(''),
  (error) =>
    error instanceof BoundaryError && error.constructor === BoundaryError && error.name === 'BoundaryError',
);
await assert.rejects(
  createBoundary({ capabilities: [], store: sqlite(':memory:'), mode: 'development' }),
  (error) =>
    error instanceof BoundaryError &&
    error instanceof RegistrationRefused &&
    error.name === 'RegistrationRefused',
);
