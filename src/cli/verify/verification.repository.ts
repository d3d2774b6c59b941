import { Client } from 'pg';
import { connectionTo } from '../../platform/database/primary';

export interface Violation {
  violation: string;
  /** The id of the affected row, or the name of an object. */
  subject: string;
  found: object;
}

/** The number of violations that a check has found, and the first hundred of them. */
export interface Violations {
  count: number;
  first: readonly Violation[];
}

export class FoundViolations implements Violations {
  count = 0;
  readonly first: Violation[] = [];

  add(violation: Violation): void {
    this.count += 1;
    if (this.first.length < MAX_FIRST) this.first.push(violation);
  }
}

const MAX_FIRST = 100;

export interface StoredFileRow {
  id: string;
  objectName: string;
  size: number;
}

/** Reads the database, also of a running service, on a connection without timeouts, which checks of large tables would exceed. */
export class VerificationRepository {
  private constructor(private readonly client: Client) {}

  static async with<Result>(url: string, work: (repository: VerificationRepository) => Promise<Result>): Promise<Result> {
    const options = '-c default_transaction_read_only=on -c statement_timeout=0';
    const client = new Client({ ...connectionTo(url), connectionTimeoutMillis: 5000, options });
    client.on('error', () => undefined); // the pending statement rejects with this error
    try {
      await client.connect();
      return await work(new VerificationRepository(client));
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async violations(invariant: string): Promise<Violations> {
    const [found] = await this.rows<{ count: string; first: Violation[] }>(counted(invariant), []);
    return { count: Number(found!.count), first: found!.first };
  }

  async filesAfter(objectName: string, limit: number): Promise<StoredFileRow[]> {
    const rows = await this.rows<StoredFileRow>(FILES, [objectName, limit]);
    return rows.map((row) => ({ ...row, size: Number(row.size) }));
  }

  async hasFile(objectName: string): Promise<boolean> {
    return (await this.rows('select 1 from submission_files where object_name = $1', [objectName])).length > 0;
  }

  /** Returns those of the objects that belong to no file and are not scheduled for removal. */
  async unknownObjects(names: string[]): Promise<Set<string>> {
    const rows = await this.rows<{ name: string }>(UNKNOWN, [names]);
    return new Set(rows.map(({ name }) => name));
  }

  /** The UUID of the database, which its backups share. */
  async identity(): Promise<string> {
    return (await this.rows<{ identity: string }>('select identity from database_epoch', []))[0]!.identity;
  }

  async submissionsAmong(formId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(AMONG, [formId, ids]);
    return rows.map(({ id }) => id);
  }

  private async rows<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return (await this.client.query(sql, parameters)).rows as Row[];
  }
}

/** Limits the result, since a completely broken database has millions of violations, which no report and no memory could hold. */
const counted = (invariant: string): string => `
  with violations as materialized (${invariant})
  select (select count(*) from violations) as count,
    (select coalesce(json_agg(listed), '[]') from (select * from violations limit ${MAX_FIRST}) listed) as first`;

const FILES = `
  select id, object_name as "objectName", size_bytes as size from submission_files
  where object_name > $1 order by object_name limit $2`;

const AMONG = 'select id from submissions where form_id = $1 and id = any($2::uuid[])';

const UNKNOWN = `
  select name from unnest($1::text[]) as objects (name)
  where not exists (select from submission_files where object_name = name)
    and not exists (select from object_removals where object_name = name)`;
