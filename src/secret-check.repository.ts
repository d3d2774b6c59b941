import type { Client } from 'pg';

/** A value that was sealed with a key of its purpose. */
export interface SealedValue {
  purpose: string;
  sealed: Buffer;
}

/** The only writer of `app_secret_check`, on a connection from before the modules, which need the right secret, are created. */
export class SecretCheckRepository {
  constructor(private readonly client: Client) {}

  /** Null before the first process of a version with this check has started. */
  async value(): Promise<Buffer | null> {
    const { rows } = await this.client.query<{ value: Buffer }>('select value from app_secret_check');
    return rows[0]?.value ?? null;
  }

  /** The value that was sealed last, of all that tell the secret of a database without a check value. */
  async newestSealed(): Promise<SealedValue | null> {
    const { rows } = await this.client.query<SealedValue>(NEWEST_SEALED);
    return rows[0] ?? null;
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

/** The purposes are those of the services that seal these columns. Stored replies expire after a day. */
const NEWEST_SEALED = `
  select purpose, sealed from (
    (select 'account-secret' as purpose, sealed, updated_at as at from account_secrets order by updated_at desc limit 1)
    union all
    (select 'signing-secret', sealed, created_at from workflow_signing_secrets order by created_at desc limit 1)
    union all
    (select 'idempotency', sealed, expires_at - interval '1 day' from idempotency_records
      where sealed is not null order by expires_at desc limit 1)
  ) newest
  order by at desc limit 1`;

const INSERT = 'insert into app_secret_check (value) values ($1) on conflict do nothing';

const REPLACE = `
  insert into app_secret_check (value) values ($1) on conflict (is_only) do update set value = excluded.value`;
