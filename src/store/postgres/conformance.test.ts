import { Pool } from 'pg';
import { afterAll, describe, test } from 'vitest';
import { newDatabase, stopsServerAfterwards } from '../../../test/postgres/server.ts';
import { storeConformance } from '../../testing/conformance/store.ts';
import { postgres } from './postgres.ts';

stopsServerAfterwards();

describe('what every store does, on PostgreSQL [V-101] [V-113] [V-114] [V-115] [V-034] [B-061] [B-062] [B-134]', () => {
  describe('by its url, in a schema of its own', () => {
    storeConformance(test, async () => postgres({ url: await newDatabase(), schema: 'Ours "and" theirs' }));
  });

  describe('on a pool of the application, whose connections are set otherwise', () => {
    const pools: Pool[] = [];
    afterAll(async () => {
      for (const pool of pools) await pool.end();
    });
    storeConformance(test, async () => {
      const options = String.raw`-c default_transaction_isolation=repeatable\ read`;
      const pool = new Pool({ connectionString: await newDatabase(), options, idleTimeoutMillis: 1_000 });
      // They may be closing still when the server stops.
      pool.on('error', () => {});
      pool.on('connect', (client) => client.on('error', () => {}));
      pools.push(pool);
      return postgres({ pool });
    });
  });
});
