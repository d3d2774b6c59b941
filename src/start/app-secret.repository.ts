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
}

const INSERT = 'insert into app_secret_check (value) values ($1) on conflict do nothing';

const REPLACE = `
  insert into app_secret_check (value) values ($1) on conflict (is_only) do update set value = excluded.value`;
