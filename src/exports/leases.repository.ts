import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';

/** The kinds of leases: a key runs one export at a time, and an account one import. */
export type LeaseKind = 'export' | 'import';

/** The only writer of the lease tables. Leases expire by the clock of the database. */
@Injectable()
export class LeasesRepository {
  constructor(private readonly database: Database) {}

  /** Returns false while another holder has the lease. */
  async take(kind: LeaseKind, ownerId: string, holder: string): Promise<boolean> {
    return (await this.database.query(STATEMENTS[kind].take, [ownerId, holder])).length > 0;
  }

  /** Returns false when the lease has expired and another holder has taken it. */
  async renew(kind: LeaseKind, ownerId: string, holder: string): Promise<boolean> {
    return (await this.database.query(STATEMENTS[kind].renew, [ownerId, holder])).length > 0;
  }

  /** Tells into which form an import stores; null for a dry run. Returns the time of the database. */
  async storeInto(formId: string | null, accountId: string, holder: string): Promise<Date> {
    return (await this.database.queryOne<{ now: Date }>(STORE_INTO, [formId, accountId, holder]))!.now;
  }

  /** True while an import stores into a form. */
  async isImporting(formId: string): Promise<boolean> {
    return (await this.database.query(IS_IMPORTING, [formId])).length > 0;
  }

  /** Returns the form into which an import of the account stores; null for none, and for a dry run. */
  async importingForm(accountId: string): Promise<string | null> {
    return (await this.database.queryOne<{ formId: string | null }>(IMPORTING_FORM, [accountId]))?.formId ?? null;
  }

  async release(kind: LeaseKind, ownerId: string, holder: string): Promise<void> {
    await this.database.query(STATEMENTS[kind].release, [ownerId, holder]);
  }
}

const leaseStatements = (table: string, owner: string, seconds: number) => ({
  take: `
    insert into ${table} as lease (${owner}, holder, expires_at) values ($1, $2, now() + interval '${seconds} seconds')
      on conflict (${owner}) do update set holder = excluded.holder, expires_at = excluded.expires_at
        where lease.expires_at <= now()
      returning 1`,
  renew: `update ${table} set expires_at = now() + interval '${seconds} seconds' where ${owner} = $1 and holder = $2 returning 1`,
  release: `delete from ${table} where ${owner} = $1 and holder = $2`,
});

/** Returns the time even if the lease is lost, which its renewal tells. */
const STORE_INTO = `
  with told as (update import_leases set form_id = $1 where account_id = $2 and holder = $3)
  select now() as now`;

const IMPORTING_FORM = 'select form_id from import_leases where account_id = $1 and expires_at > now()';

const IS_IMPORTING = 'select 1 from import_leases where form_id = $1 and expires_at > now()';

/** A lease lasts long enough to survive a few failed renewals, and short enough to wait for after a process was killed. */
const STATEMENTS = {
  export: leaseStatements('export_leases', 'api_key_id', 30),
  import: leaseStatements('import_leases', 'account_id', 15),
};
