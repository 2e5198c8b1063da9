import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildForChildren } from './build.ts';

/**
 * So many sessions, each of another person in another conversation. Caches are full after the first of them, and what
 * the process holds on to is measured there and at the end. Set COUNTERSIGN_SOAK=100000 for a long one.
 */
const sessions = Number(process.env['COUNTERSIGN_SOAK'] ?? 5_000);
const first = Math.max(2_000, sessions / 10);

/** What garbage collection leaves behind differs by less than this from time to time. */
const noise = 1_000_000;

interface Mark {
  readonly effects: number;
  readonly bytes: number;
  readonly resources: readonly string[];
}

test(
  `${sessions} sessions through one boundary leave nothing behind in the process [D-046]`,
  { timeout: sessions * 60 },
  () => {
    const script = fileURLToPath(new URL('soak-child.mjs', import.meta.url));
    const file = join(mkdtempSync(join(tmpdir(), 'countersign-soak-')), 'till.db');
    const given = [buildForChildren(), file, String(first), String(sessions)];
    const { stdout, status } = spawnSync(process.execPath, ['--expose-gc', script, ...given], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect(status).toBe(0);
    const [before, after] = JSON.parse(stdout) as [Mark, Mark];
    expect([before.resources, after.resources]).toEqual([[], []]);
    expect(after.effects - before.effects).toBeGreaterThanOrEqual(sessions - first);
    expect(after.bytes - before.bytes).toBeLessThan(noise);
  },
);
