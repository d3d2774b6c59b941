import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { Lease } from './run.types';

/** Another worker holds the run, or it was cancelled or deleted. Nothing that this worker does for it may have an effect any more. */
export class LeaseLost extends Error {}

/** The leases of workers: taking, renewing, and finding those that nobody holds. */
@Injectable()
export class RunLeaseRepository {
  constructor(private readonly database: Database) {}

  /**
   * Leases due runs to a worker, the longest due first, without those of deleted forms and suspended accounts. Runs that another
   * transaction has locked are left out, so that workers do not wait for each other.
   */
  claim(owner: string, limit: number): Promise<Lease[]> {
    return this.database.query<Lease>(CLAIM, [owner, limit]);
  }

  /** Resolves with the ids of the runs whose leases were renewed; the others are lost or were released. */
  async renew(leases: readonly Lease[]): Promise<Set<string>> {
    const renewed = await this.database.query<{ id: string }>(RENEW, columnsOf(leases));
    return new Set(renewed.map(({ id }) => id));
  }

  /** True when a run has been due for two seconds and no worker holds it. */
  async hasOrphans(): Promise<boolean> {
    return (await this.database.query(ORPHANED)).length > 0;
  }
}

/** Leases as two array parameters. */
export const columnsOf = (leases: readonly Lease[]): [string[], number[]] => [
  leases.map(({ id }) => id),
  leases.map(({ leaseNumber }) => leaseNumber),
];

/** The time for which a run is leased, and for which each write extends the lease. */
export const LEASE_DURATION = `interval '30 seconds'`;

/**
 * Runs of a form that is being deleted are neither started nor continued. A scalar subquery, which is looked up for each run: `exists`
 * becomes a join, which a planner without statistics begins with all forms.
 */
export const HAS_FORM = `(select f.deleted_at is null from forms f where f.id = form_id)`;

/** Runs of a suspended account wait. A worker that already holds one may finish its turn, so that no result of a delivery is lost. */
export const MAY_RUN = `${HAS_FORM} and (select a.suspended_at is null from accounts a where a.id = account_id)`;

/**
 * A lease that still has an owner when it is taken over was lost by a worker that crashed. Here and below, rows are joined by the whole
 * primary key: a planner without statistics expects many runs with the same id, and reads the table.
 */
const CLAIM = `
  with due as materialized (
    select form_id, id from workflow_runs
    where status in ('pending', 'running') and due_at <= now() and ${MAY_RUN}
    order by due_at limit $2 for no key update skip locked
  )
  update workflow_runs r set
      lease_number = lease_number + 1, lease_owner = $1, due_at = now() + ${LEASE_DURATION}, status = 'running',
      started_at = coalesce(started_at, now()),
      lost_leases = case when lease_owner is null then 0 else lost_leases + 1 end
    from due where r.form_id = due.form_id and r.id = due.id
    returning r.id, r.lease_number`;

/**
 * A renewal that arrives after the lease was released must not postpone the run. Runs are locked in the order of their ids, as everywhere.
 */
const RENEW = `
  with held as materialized (
    select form_id, id, lease_number, lease_owner, status from workflow_runs where id = any($1::uuid[]) order by id for no key update
  )
  update workflow_runs r set due_at = now() + ${LEASE_DURATION}
    from held join unnest($1::uuid[], $2::int[]) as lease (id, number) on lease.id = held.id and lease.number = held.lease_number
    where r.form_id = held.form_id and r.id = held.id and held.lease_owner is not null and held.status = 'running'
    returning r.id`;

const ORPHANED = `
  select from workflow_runs
  where status in ('pending', 'running') and due_at < now() - interval '2 seconds' and ${MAY_RUN}
  order by due_at limit 1`;
