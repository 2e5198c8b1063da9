import { createHash } from 'node:crypto';
import { BoundaryError } from '../../errors.ts';
import { exact } from '../table/exact.ts';
import type { Value, Values } from '../table/values.ts';
import type { PgClient, Types } from './driver.ts';

/** A statement of a schema. Equal text has an equal name, so that stores that share a connection share what it prepared. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Makes statements for one schema: each `?` is the next parameter, and tables named `countersign_…` are those of the schema. */
export type Sql = (text: string) => Statement;

/** What a parameter may be: a value, or a list of them. */
export type Parameter = Value | readonly Value[];

/** A connection that statements run on. */
export interface On {
  /** The rows that it answers with. */
  all(statement: Statement, ...values: readonly Parameter[]): Promise<readonly Values[]>;
  /** How many rows it wrote, or answered with. */
  run(statement: Statement, ...values: readonly Parameter[]): Promise<number>;
}

/** Makes statements for the tables of a schema. */
export function sqlFor(schema: string): Sql {
  return (text) => {
    let parameters = 0;
    const numbered = text
      .replaceAll('?', () => `$${(parameters += 1)}`)
      .replaceAll(/\bcountersign_\w+/g, (table) => `${quoted(schema)}.${table}`);
    const digest = createHash('sha256').update(numbered).digest('base64url');
    return { name: `countersign_${digest}`, text: numbered };
  };
}

/** A name as PostgreSQL reads it as it is. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Runs statements on a connection of pg. */
export function onClient(client: Pick<PgClient, 'query'>): On {
  const query = ({ name, text }: Statement, values: readonly Parameter[]) => {
    for (const value of values) exact(isList(value) ? value : [value]);
    return client.query({ name, text, values: [...values], rowMode: 'array', types });
  };
  return {
    async all(statement, ...values) {
      const { rows } = await query(statement, values);
      return rows.map((row) => (Array.isArray(row) ? row : unexpected()));
    },
    async run(statement, ...values) {
      const { rowCount } = await query(statement, values);
      return rowCount ?? 0;
    },
  };
}

function isList(value: Parameter): value is readonly Value[] {
  return Array.isArray(value);
}

/** The types of PostgreSQL that are whole numbers: int8, int2, int4. The application's own parsers change nothing here. */
const whole = new Set([20, 21, 23]);

const types: Types = {
  getTypeParser: (type) => (whole.has(type) ? wholeNumber : String),
};

/** A number that cannot be kept exactly stays text, which no column of numbers is read from. */
function wholeNumber(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

function unexpected(): never {
  throw new BoundaryError('store_failed', 'pg answered with a row that is no list');
}
