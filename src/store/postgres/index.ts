export type { PgClient, PgPool } from './driver.ts';
export { printMigrations } from './migrations.ts';
export { postgres, type PostgresOptions } from './postgres.ts';
