import { createHash } from 'node:crypto';

/**
 * The names under which the server keeps the plans of statements. Planning takes longer than executing most of them. A name is a digest of
 * its statement, so that connections which a pooler shares between processes never find another statement under it.
 */
export class PreparedStatements {
  private readonly names = new Map<string, string>();

  /** Undefined for further statements once there are many, since each connection keeps all that it has prepared. */
  nameOf(sql: string): string | undefined {
    const known = this.names.get(sql);
    if (known !== undefined || this.names.size >= MAX_STATEMENTS) return known;
    const name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    this.names.set(sql, name);
    return name;
  }
}

const MAX_STATEMENTS = 300;
