import type { Client } from 'pg';

/** The only writer of `app_secret_check`. It has a connection of its own, since the modules that have the pool need the right secret. */
export class AppSecretRepository {
  constructor(private readonly client: Client) {}

  /** Null before the first process has started. */
  async value(): Promise<Buffer | null> {
    const { rows } = await this.client.query<{ value: Buffer }>('select value from app_secret_check');
    return rows[0]?.value ?? null;
  }

  /** False when another process has stored a value at the same time. */
  async insert(value: Buffer): Promise<boolean> {
    const { rowCount } = await this.client.query(INSERT, [value]);
    return rowCount === 1;
  }

  async replace(value: Buffer): Promise<void> {
    await this.client.query(REPLACE, [value]);
  }

  /** The accounts whose key of visitors' digests was sealed under another secret: see `Sealer.prefix`. */
  async otherDigestKeys(prefix: Buffer): Promise<number> {
    const { rows } = await this.client.query<{ count: number }>(
      `select count(*)::int as count from visitor_digest_keys where ${IS_OTHER}`,
      [prefix],
    );
    return rows[0]!.count;
  }

  /** Deletes the keys that nobody can open any more, with the lists that only they could read. */
  async deleteOtherDigestKeys(prefix: Buffer): Promise<void> {
    await this.client.query(DELETE_OTHER, [prefix]);
  }
}

const INSERT = 'insert into app_secret_check (value) values ($1) on conflict do nothing';

const REPLACE = `
  insert into app_secret_check (value) values ($1) on conflict (is_only) do update set value = excluded.value`;

const IS_OTHER = 'substr(sealed, 1, length($1::bytea)) <> $1';

const DELETE_OTHER = `
  with lost as (delete from visitor_digest_keys where ${IS_OTHER} returning account_id),
    counted as (delete from visitor_mails m using lost where m.account_id = lost.account_id)
  delete from visitor_stops s using lost where s.account_id = lost.account_id`;
