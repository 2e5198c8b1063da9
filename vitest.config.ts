import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { withoutGate } from './scripts/gate-mutation.ts';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [withoutGate(process.env['COUNTERSIGN_MUTATE_GATE'])],
  resolve: {
    alias: [
      { find: /^countersign$/, replacement: source('./src/index.ts') },
      { find: /^countersign\/postgres$/, replacement: source('./src/store/postgres/index.ts') },
      { find: /^countersign\/sqlite$/, replacement: source('./src/store/sqlite/index.ts') },
      { find: /^countersign\/testing$/, replacement: source('./src/testing/index.ts') },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
