export type { DriverName } from './driver.ts';
export type { Handle } from './find-driver.ts';
export { printMigrations } from './migrations.ts';
export { sqlite, type SqliteOptions } from './sqlite.ts';
