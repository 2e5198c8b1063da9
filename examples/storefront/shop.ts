import { setImmediate as aMoment } from 'node:timers/promises';
import Database from 'better-sqlite3';

/** An order as the shop has it. */
export interface Order {
  readonly tenant: string;
  readonly id: string;
  readonly customer: string;
  readonly title: string;
  readonly cents: number;
  /** Goes up when what was ordered, or by whom, changes. */
  readonly revision: number;
  readonly status: 'open' | 'cancelled';
}

/** Something that really happened, written by the shop itself: what the three order desks are judged by. */
export interface Effect {
  readonly what: 'shown' | 'refunded';
  readonly tenant: string;
  readonly order: string;
  /** Whose order it was when it happened. */
  readonly owner: string;
  /** Who saw it, or whom the money went to. */
  readonly to: string;
  readonly cents: number;
}

/** The application: orders in SQLite, a payment provider, a fraud desk. It knows nothing of models or agents. */
export class Shop {
  readonly #database: Database.Database;
  /** Something that happens elsewhere while the fraud desk thinks. */
  meanwhile: (() => void) | null = null;

  constructor(file: string) {
    this.#database = new Database(file);
    this.#database.exec(`
      CREATE TABLE orders (tenant TEXT, id TEXT, customer TEXT, title TEXT, cents INTEGER,
        revision INTEGER DEFAULT 1, status TEXT DEFAULT 'open', PRIMARY KEY (tenant, id));
      CREATE TABLE effects (number INTEGER PRIMARY KEY, what TEXT, tenant TEXT, "order" TEXT, owner TEXT,
        "to" TEXT, cents INTEGER);
      INSERT INTO orders (tenant, id, customer, title, cents) VALUES
        ('acme', '1001', 'ana', 'desk lamp', 3900), ('acme', '1002', 'ana', 'office chair', 12000),
        ('acme', '1003', 'ana', 'cargo bike', 75000), ('acme', '1004', 'ana', 'winter coat', 18000),
        ('acme', '2001', 'ben', 'espresso machine', 64000), ('acme', '2002', 'ben', 'engagement ring', 99000),
        ('globex', '3001', 'zoe', 'server rack', 41000);
    `);
  }

  find(tenant: string, id: string): Order | undefined {
    return this.#database
      .prepare<[string, string], Order>('SELECT * FROM orders WHERE tenant = ? AND id = ?')
      .get(tenant, id);
  }

  search(filter: { readonly tenant: string; readonly customer: string }): readonly Order[] {
    return this.#database
      .prepare<[string, string], Order>('SELECT * FROM orders WHERE tenant = ? AND customer = ? ORDER BY id')
      .all(filter.tenant, filter.customer);
  }

  /** Gives an order to whoever is asking, through the model. */
  show(order: Order, to: string): Pick<Order, 'id' | 'title' | 'status'> {
    this.#record('shown', order, to);
    return { id: order.id, title: order.title, status: order.status };
  }

  /** Asks the fraud desk, a service elsewhere, which takes a moment. In that moment the world goes on. */
  async clearedByFraudDesk(_order: Order): Promise<boolean> {
    await aMoment();
    this.meanwhile?.();
    this.meanwhile = null;
    return true;
  }

  /** Cancels an order and pays its price back to its customer. Real money: a second time pays a second time. */
  async cancel(order: Order): Promise<{ readonly refunded: number }> {
    this.#database
      .prepare("UPDATE orders SET status = 'cancelled' WHERE tenant = ? AND id = ?")
      .run(order.tenant, order.id);
    this.#record('refunded', order, order.customer);
    await aMoment();
    return { refunded: order.cents };
  }

  /** Pays part of an order's price back to its customer, who keeps the order. Real money, each time. */
  async refund(order: Order, cents: number): Promise<{ readonly refunded: number }> {
    this.#record('refunded', { ...order, cents }, order.customer);
    await aMoment();
    return { refunded: cents };
  }

  /** A customer gives an order to somebody else. */
  handOver(tenant: string, id: string, customer: string): void {
    this.#database
      .prepare('UPDATE orders SET customer = ?, revision = revision + 1 WHERE tenant = ? AND id = ?')
      .run(customer, tenant, id);
  }

  /** Everything that happened so far, in order. */
  effects(): readonly Effect[] {
    return this.#database.prepare<[], Effect>('SELECT * FROM effects ORDER BY number').all();
  }

  close(): void {
    this.#database.close();
  }

  #record(what: Effect['what'], { tenant, id, cents }: Order, to: string): void {
    const owner = this.find(tenant, id)?.customer ?? 'nobody';
    this.#database
      .prepare('INSERT INTO effects (what, tenant, "order", owner, "to", cents) VALUES (?, ?, ?, ?, ?, ?)')
      .run(what, tenant, id, owner, to, cents);
  }
}
