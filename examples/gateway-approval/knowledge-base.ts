import Database from 'better-sqlite3';

/** What one run of a search came to. */
export interface Searched {
  readonly executionId: string;
  readonly titles: readonly string[];
}

/** The application: documents, who may do what, and the searches that really ran. It knows nothing of the boundary. */
export class KnowledgeBase {
  readonly #database: Database.Database;

  constructor(path: string) {
    this.#database = new Database(path);
    this.#database.exec(`
      CREATE TABLE document (tenant TEXT, project TEXT, title TEXT, text TEXT);
      CREATE TABLE holds (tenant TEXT, account TEXT, "grant" TEXT, PRIMARY KEY (tenant, account, "grant"));
      -- An execution id runs once: this key is what makes an effect happen once.
      CREATE TABLE search (execution TEXT PRIMARY KEY, tenant TEXT, project TEXT, query TEXT);
      INSERT INTO document VALUES
        ('acme', 'hr', 'Retention policy', 'Applications are kept for six months.'),
        ('acme', 'hr', 'Holidays', 'Thirty days, and the afternoon of a birthday.'),
        ('globex', 'hr', 'Retention policy', 'Nothing is ever deleted.');
      INSERT INTO holds VALUES
        ('acme', 'user-42', 'kb.read'), ('acme', 'approver-7', 'kb.read'), ('globex', 'approver-7', 'kb.read');
    `);
  }

  /** Whether an account holds a grant now. */
  can(tenant: string, account: string, grant: string): boolean {
    const held = this.#database.prepare(
      'SELECT 1 FROM holds WHERE tenant = ? AND account = ? AND "grant" = ?',
    );
    return held.get(tenant, account, grant) !== undefined;
  }

  /** Takes a grant away. */
  revoke(tenant: string, account: string, grant: string): void {
    this.#database
      .prepare('DELETE FROM holds WHERE tenant = ? AND account = ? AND "grant" = ?')
      .run(tenant, account, grant);
  }

  /**
   * The effect, with the reservation of its execution id in one transaction; null where it has run before.
   */
  search(executionId: string, tenant: string, project: string, query: string): Searched | null {
    const run = this.#database.transaction(() => {
      const reserved = this.#database
        .prepare('INSERT INTO search VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
        .run(executionId, tenant, project, query);
      if (reserved.changes === 0) return null;
      const titles = this.#database
        .prepare("SELECT title FROM document WHERE tenant = ? AND project = ? AND title LIKE '%' || ? || '%'")
        .pluck()
        .all(tenant, project, query) as string[];
      return { executionId, titles };
    });
    return run.immediate();
  }

  /** The searches that ran, oldest first. */
  searches(): readonly string[] {
    return this.#database
      .prepare("SELECT tenant || '/' || project || ': ' || query FROM search ORDER BY rowid")
      .pluck()
      .all() as string[];
  }

  close(): void {
    this.#database.close();
  }
}
