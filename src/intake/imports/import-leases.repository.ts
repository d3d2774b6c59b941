import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';

/** The only writer of `import_leases`, by the clock of the database. */
@Injectable()
export class ImportLeasesRepository {
  constructor(private readonly database: Database) {}

  /** False while another holder has the lease of the account. */
  async take(accountId: string, holder: string): Promise<boolean> {
    return (await this.database.query(TAKE, [accountId, holder])).length > 0;
  }

  /** False when the lease has ended, and another holder has taken it. */
  async renew(accountId: string, holder: string): Promise<boolean> {
    return (await this.database.query(RENEW, [accountId, holder])).length > 0;
  }

  async release(accountId: string, holder: string): Promise<void> {
    await this.database.query('delete from import_leases where account_id = $1 and holder = $2', [accountId, holder]);
  }
}

/** Long enough for a few renewals to fail, and short enough to wait for after a process was killed. */
const LEASE = `interval '15 seconds'`;

const TAKE = `
  insert into import_leases (account_id, holder, expires_at) values ($1, $2, now() + ${LEASE})
    on conflict (account_id) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where import_leases.expires_at <= now()
    returning 1`;

const RENEW = `
  update import_leases set expires_at = now() + ${LEASE} where account_id = $1 and holder = $2 returning 1`;
