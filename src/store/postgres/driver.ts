/** How whole numbers and text of an answer are read. */
export interface Types {
  getTypeParser(type: number): (text: string) => unknown;
}

/** One statement with its parameters, as pg takes it. A name makes a connection prepare it once. */
export interface Query {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly rowMode: 'array';
  readonly types: Types;
}

/** What pg answers to a statement. */
export interface Answer {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly unknown[];
}

/** The part of a connection of pg that is used; structural, so that the peer's types are not needed. */
export interface PgClient {
  query(query: Query): Promise<Answer>;
  query(script: string): Promise<Answer>;
  /** `I`: no transaction is open. `T`: one is. `E`: one is, and has failed. null: it is not connected yet. */
  getTransactionStatus(): string | null;
  /** Gives it back to its pool; with true it is disconnected instead. */
  release(destroy?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of a pool of pg that is used: any `Pool` of pg 8.23 or later has it. */
export interface PgPool {
  connect(): Promise<PgClient>;
}

/** A pool that this store opened itself, and ends. */
export interface OwnPool extends PgPool {
  on(event: 'error', listener: (error: Error) => void): unknown;
  end(): Promise<void>;
}
