import { BoundaryError } from '../../errors.ts';
import { type BetterHandle, betterDriver } from './better-sqlite3.ts';
import type { Driver, DriverName } from './driver.ts';
import { type NodeHandle, nodeDriver } from './node-sqlite.ts';

/** An open handle of either binding. */
export type Handle = BetterHandle | NodeHandle;

/** The bindings that may be asked for on this Node, the preferred one first: Node's own, where it has one. */
export function availableDrivers(): readonly [DriverName, ...DriverName[]] {
  return nodeSqlite() === null ? ['better-sqlite3'] : ['node:sqlite', 'better-sqlite3'];
}

/** Opens a file, or `:memory:`. Throws `store_driver_missing` where the binding cannot be loaded. */
export async function openHandle(name: DriverName, location: string): Promise<Handle> {
  if (name === 'better-sqlite3') {
    const Database = await betterSqlite3();
    // By default its statements would block the event loop for up to five seconds.
    return new Database(location, { timeout: 0 });
  }
  const sqlite = nodeSqlite();
  if (sqlite === null) {
    throw new BoundaryError(
      'store_driver_missing',
      `this Node (${process.version}) has no node:sqlite: use Node 22.13 or later, or leave the driver out`,
    );
  }
  return new sqlite.DatabaseSync(location);
}

/** The driver for an open handle. */
export function driverOf(handle: Handle): Driver {
  return isBetter(handle) ? betterDriver(handle) : nodeDriver(handle);
}

/** Whether something is an open handle of either binding. */
export function isHandle(value: unknown): value is Handle {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['prepare', 'exec', 'close'].every((name) => isFunction(value, name))
  );
}

function isBetter(handle: Handle): handle is BetterHandle {
  return isFunction(handle, 'pragma');
}

function isFunction(value: object, name: string): boolean {
  return typeof Reflect.get(value, name) === 'function';
}

interface NodeSqlite {
  readonly DatabaseSync: new (location: string) => NodeHandle;
}

/** Asking for the module by `import` would fail to load, and would print its warning, where nobody wants it. */
function nodeSqlite(): NodeSqlite | null {
  // Node 20's types do not know this module.
  return (process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined) ?? null;
}

interface BetterSqlite3 {
  readonly default: new (location: string, options: { readonly timeout: number }) => BetterHandle;
}

async function betterSqlite3(): Promise<BetterSqlite3['default']> {
  try {
    const loaded: unknown = await import('better-sqlite3');
    const Database = (loaded as BetterSqlite3).default;
    // Its native part is loaded with the first handle, and is missing or made for another Node more often than the rest.
    new Database(':memory:', { timeout: 0 }).close();
    return Database;
  } catch (cause) {
    throw new BoundaryError(
      'store_driver_missing',
      'sqlite() needs Node 22.13 or later, or the package better-sqlite3 (npm install better-sqlite3): better-sqlite3 could not be loaded',
      { cause },
    );
  }
}
