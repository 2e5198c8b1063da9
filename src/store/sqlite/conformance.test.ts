import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { storeConformance } from '../../testing/conformance/store.ts';
import { availableDrivers, openHandle } from './find-driver.ts';
import { sqlite } from './sqlite.ts';

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'store-')), 'app.db');
}

describe.for(availableDrivers())(
  '%s: what every store does [V-101] [V-113] [V-114] [V-115] [V-034] [B-061] [B-062] [B-134]',
  (driver) => {
    describe('in memory', () => {
      storeConformance(test, () => sqlite(':memory:', { driver }));
    });

    describe('in a file', () => {
      storeConformance(test, () => sqlite(newFile(), { driver }));
    });

    describe('on a handle of the application', () => {
      storeConformance(test, async () => sqlite(await openHandle(driver, newFile())));
    });
  },
);
