import { expect, test } from 'vitest';
import { strictCopy } from './strict.ts';
import { defaultBounds } from './strict-result.ts';

function faultOf(value: unknown): string | null {
  const result = strictCopy(value);
  return result.ok ? null : result.refusal.fault;
}

test('an accessor is refused without being called [B-011]', () => {
  let calls = 0;
  const counting = {
    get amount() {
      calls += 1;
      return calls;
    },
  };
  expect(faultOf(counting)).toBe('accessor');
  expect(faultOf(Object.defineProperty({}, 'a', { enumerable: true, set() {} }))).toBe('accessor');
  expect(faultOf(Object.defineProperty([1], 0, { enumerable: true, get: () => (calls += 1) }))).toBe(
    'accessor',
  );
  expect(calls).toBe(0);
});

test('a proxy is refused before any of its traps can run [B-011]', () => {
  const touched: string[] = [];
  const traps = new Proxy({}, { get: (_, trap) => touched.push(String(trap)) });
  const handler: ProxyHandler<object> = new Proxy({}, { get: (_, trap) => void touched.push(String(trap)) });
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const proxy of [new Proxy({}, handler), new Proxy([], handler), traps, revoked]) {
    expect(faultOf(proxy)).toBe('proxy');
    expect(faultOf({ deep: [proxy] })).toBe('proxy');
  }
  expect(touched).toEqual([]);
});

test('a member that would set a prototype is refused, and no prototype is set', () => {
  expect(faultOf(JSON.parse('{"__proto__":{"admin":true}}'))).toBe('proto_member');
  expect(faultOf({ a: [JSON.parse('{"__proto__":1}')] })).toBe('proto_member');
  expect('admin' in {}).toBe(false);
});

test('a setter that every object inherits is not run', () => {
  Object.defineProperty(Object.prototype, 'trap', {
    configurable: true,
    set() {
      throw new Error('ran');
    },
  });
  try {
    const own = Object.defineProperty({}, 'trap', { value: 1, enumerable: true });
    expect(strictCopy(own)).toEqual({ ok: true, value: own });
  } finally {
    Reflect.deleteProperty(Object.prototype, 'trap');
  }
});

test('cycles and deep nesting end at the bound, the process goes on [B-014]', () => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = [cycle];
  expect(faultOf(cycle)).toBe('depth');
  let mixed: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) mixed = level % 2 === 0 ? [mixed] : { a: mixed };
  expect(faultOf(mixed)).toBe('depth');
});

test('no bound that a caller sets lets nesting exhaust the stack [B-014]', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  const result = strictCopy(deep, { ...defaultBounds, depth: 1_000_000, nodes: 1_000_000 });
  expect(result.ok ? null : result.refusal.fault).toBe('depth');
});

test('values that double at every level are cut off by the number of values [B-014]', () => {
  let doubling: unknown = 1;
  for (let level = 0; level < 60; level += 1) doubling = [doubling, doubling];
  expect(faultOf(doubling)).toBe('nodes');
});

test('huge containers and strings are refused without being read', () => {
  expect(faultOf(new Array(4_000_000_000))).toBe('nodes');
  expect(faultOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`m${index}`, 1])))).toBe(
    'nodes',
  );
  expect(faultOf('x'.repeat(262_143))).toBe('bytes');
  const large = 'x'.repeat(200_000);
  expect(faultOf(Array.from({ length: 9000 }, () => large))).toBe('bytes');
});

test('a refusal never repeats the value and bounds a hostile name', () => {
  const result = strictCopy({ ['n'.repeat(100_000)]: { secret: new Date(0), card: '4111' } });
  const refusal = result.ok ? null : result.refusal;
  expect(refusal?.pointer).toHaveLength(200);
  expect(refusal?.pointer.endsWith('…')).toBe(true);
  expect(refusal?.expected).not.toMatch(/1970|4111/);
});

test('a module namespace, whose members may throw, is refused', async () => {
  expect(faultOf(await import('./pointer.ts'))).not.toBeNull();
});
