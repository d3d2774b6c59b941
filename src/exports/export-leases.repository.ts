import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';

/** The only writer of `export_leases`, by the clock of the database. */
@Injectable()
export class ExportLeasesRepository {
  constructor(private readonly database: Database) {}

  /** False when another holder has the lease of the key. */
  async take(apiKeyId: string, holder: string): Promise<boolean> {
    return (await this.database.query(TAKE, [apiKeyId, holder])).length > 0;
  }

  /** False when the lease has ended, and another holder has taken it. */
  async renew(apiKeyId: string, holder: string): Promise<boolean> {
    return (await this.database.query(RENEW, [apiKeyId, holder])).length > 0;
  }

  async release(apiKeyId: string, holder: string): Promise<void> {
    await this.database.query('delete from export_leases where api_key_id = $1 and holder = $2', [apiKeyId, holder]);
  }
}

/** Long enough for a few renewals to fail, and short enough to wait for after a process was killed. */
const LEASE = `interval '30 seconds'`;

const TAKE = `
  insert into export_leases (api_key_id, holder, expires_at) values ($1, $2, now() + ${LEASE})
    on conflict (api_key_id) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where export_leases.expires_at <= now()
    returning 1`;

const RENEW = `
  update export_leases set expires_at = now() + ${LEASE} where api_key_id = $1 and holder = $2 returning 1`;
