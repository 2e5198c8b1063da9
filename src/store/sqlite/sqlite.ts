import { resolve } from 'node:path';
import { BoundaryError } from '../../errors.ts';
import type { Store } from '../store.ts';
import type { Driver, DriverName } from './driver.ts';
import { availableDrivers, driverOf, type Handle, isHandle, openHandle } from './find-driver.ts';
import { storeFault } from './fault.ts';
import { obstacle } from './obstacle.ts';
import { SqliteStore } from './sqlite-store.ts';

/** How to open a SQLite database. */
export interface SqliteOptions {
  /** Which binding opens the file. Default: Node's own where it has one. Not for open handles. */
  readonly driver?: DriverName;
  /**
   * `FULL` (default): an answer is durable when it is there, also after a power failure. `NORMAL`: a power failure may
   * take back the last admissions, so that an effect that happened can happen again.
   */
  readonly synchronous?: 'FULL' | 'NORMAL';
}

/**
 * A store in one SQLite file, for one machine: any number of processes may share it. `location` is a path, `:memory:`
 * (for tests: everything is lost with the process) or a handle that the application opened with better-sqlite3 or
 * node:sqlite. A shared handle is set to WAL and to `synchronous`, stays open after `close`, and refuses operations
 * inside a transaction of the application (`outer_transaction`).
 */
export function sqlite(location: string | Handle, options: SqliteOptions = {}): Store {
  if (typeof options !== 'object' || options === null) throw invalid('the options are an object');
  const { synchronous = 'FULL', driver: name = availableDrivers()[0], ...others } = options;
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) throw invalid(`there is no option ${JSON.stringify(stranger)}`);
  if (!['FULL', 'NORMAL'].includes(synchronous)) throw invalid('synchronous is FULL or NORMAL');
  if (!['node:sqlite', 'better-sqlite3'].includes(name))
    throw invalid('driver is node:sqlite or better-sqlite3');
  if (typeof location === 'string') {
    if (location === '' || location.startsWith('file:') || location.includes('\u0000')) {
      throw invalid('the location is the path of a file, or :memory:');
    }
    const file = location === ':memory:' ? null : resolve(location);
    const open = (): Promise<Driver> => opened(name, file, location);
    const openAnother = file === null ? null : open;
    return new SqliteStore({
      driver: name,
      file,
      shown: location,
      synchronous,
      owned: true,
      open,
      openAnother,
    });
  }
  if (!isHandle(location))
    throw invalid('the location is a path or an open handle of node:sqlite or better-sqlite3');
  const driver = driverOf(location);
  const file = fileOf(driver);
  return new SqliteStore({
    driver: driver.name,
    file,
    shown: 'the open handle',
    synchronous,
    owned: false,
    open: () => driver,
    openAnother: file === null ? null : () => opened(driver.name, file, file),
  });
}

async function opened(name: DriverName, file: string | null, location: string): Promise<Driver> {
  const found = file === null ? null : obstacle(file, location);
  if (found !== null) throw new BoundaryError('store_failed', found);
  try {
    return driverOf(await openHandle(name, file ?? location));
  } catch (error) {
    throw storeFault(`open ${location}`, error);
  }
}

/** The absolute path of the file behind an open handle; SQLite names a database in memory by the empty string. */
function fileOf(driver: Driver): string | null {
  const main = driver
    .prepare('PRAGMA database_list')
    .all()
    .find(([, name]) => name === 'main');
  const file = main?.[2];
  return typeof file === 'string' && file !== '' ? file : null;
}

function invalid(rule: string): BoundaryError {
  return new BoundaryError('options_invalid', `sqlite(): ${rule}`);
}
