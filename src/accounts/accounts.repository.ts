import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { AccountEntity, PlanEntity } from './account.entity';
import { insertConsumptions } from './point-ledger.entity';
import type { Consumption, PointUsage, ReservationRequest } from './points.rules';

export interface LimitedAccount {
  id: string;
  balance: number;
}

export interface AccountCounts {
  keys: number;
  forms: number;
  quarantined: number;
}

export interface AccountUsage {
  /** Null for an account with unlimited points. */
  points: PointUsage | null;
  storedBytes: number;
  /** In bytes; null means unlimited. */
  storedBytesMax: number | null;
  /** The days for which the trash keeps deleted submissions; 0 for no trash. */
  trashDays: number;
}

/** The points of one run that move between its reservation and the balance of its account. */
export type Reservation = ReservationRequest & { accountId: string };

/** Reads and writes `accounts` and `point_ledger`. One statement writes a balance together with its ledger rows. */
@Injectable()
export class AccountsRepository {
  constructor(private readonly database: Database) {}

  list(): Promise<AccountEntity[]> {
    return this.database.repository(AccountEntity).find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  find(id: string): Promise<AccountEntity | null> {
    return this.database.repository(AccountEntity).findOneBy({ id });
  }

  findByName(name: string): Promise<AccountEntity | null> {
    return this.database.repository(AccountEntity).findOneBy({ name });
  }

  /** Serializes the creation of accounts until the transaction ends, so that `default` is created only once. */
  async lockCreation(): Promise<void> {
    await this.database.advisoryLock('new account');
  }

  async insert(account: AccountEntity): Promise<void> {
    await this.database.repository(AccountEntity).insert(account);
  }

  async update(id: string, edit: Partial<AccountEntity>): Promise<void> {
    await this.database.repository(AccountEntity).update({ id }, edit);
  }

  /** Sets an address that was confirmed. False when another change came before, or when the key that asked for it has ended. */
  async confirmEmail(id: string, { email, before, keyId }: { email: string; before: string | null; keyId: string }): Promise<boolean> {
    return (await this.database.queryOne(CONFIRM_EMAIL, [id, email, before, keyId])) !== undefined;
  }

  findPlan(name: string): Promise<PlanEntity | null> {
    return this.database.repository(PlanEntity).findOneBy({ name });
  }

  /** True while nobody was asked for the owner of an account without people. */
  async asksForOwner(id: string): Promise<boolean> {
    return (await this.database.query(ASKS_FOR_OWNER, [id])).length > 0;
  }

  /** Notes that the question was answered. False when it was before. */
  async answerForOwner(id: string): Promise<boolean> {
    return (await this.database.query(ANSWER_FOR_OWNER, [id])).length > 0;
  }

  async planNames(): Promise<string[]> {
    const plans = await this.database.repository(PlanEntity).find({ select: { name: true }, order: { name: 'ASC' } });
    return plans.map(({ name }) => name);
  }

  /** Changes the plan. The ledger must add up to a limited balance, so points overspent under an unlimited plan are granted afterwards. */
  async changePlan(accountId: string, plan: string): Promise<void> {
    await this.database.query('select 1 from accounts where id = $1 for update', [accountId]);
    await this.database.query(CHANGE_PLAN, [accountId, plan]);
  }

  /** Locks the limited accounts in the order of their ids. Unlimited ones get a key share lock, which only prevents a change of plan. */
  lockLimited(accountIds: readonly string[]): Promise<(LimitedAccount & { isAllowanceDue: boolean })[]> {
    return this.database.query(LOCK_LIMITED, [accountIds]);
  }

  /** Raises the balances of locked accounts to the monthly allowance of their plans. */
  grantAllowances(accountIds: readonly string[]): Promise<LimitedAccount[]> {
    return this.database.query(GRANT_ALLOWANCES, [accountIds]);
  }

  async trashDays(accountId: string): Promise<number> {
    return (await this.database.queryOne<{ trashDays: number }>(TRASH_DAYS, [accountId]))!.trashDays;
  }

  async hasBlockedRuns(accountId: string): Promise<boolean> {
    return (await this.database.queryOne(HAS_BLOCKED_RUNS, [accountId])) !== undefined;
  }

  async usage(accountId: string): Promise<AccountUsage> {
    return (await this.database.queryOne<AccountUsage>(USAGE, [accountId]))!;
  }

  async counts(accountId: string): Promise<AccountCounts> {
    return (await this.database.queryOne<AccountCounts>(COUNTS, [accountId]))!;
  }

  async grant(accountId: string, points: number): Promise<void> {
    await this.database.query(GRANT, [accountId, points]);
  }

  async reserve(reservations: readonly Reservation[]): Promise<void> {
    await this.database.query(RESERVE, columnsOf(reservations));
  }

  async consume(accountId: string, consumptions: readonly Consumption[]): Promise<void> {
    await this.database.query(CONSUME, [
      accountId,
      consumptions.map(({ runId }) => runId),
      consumptions.map(({ stepId }) => stepId),
      consumptions.map(({ points }) => points),
    ]);
  }

  async release(releases: readonly Reservation[]): Promise<void> {
    await this.database.query(RELEASE, columnsOf(releases));
  }

  /** Compacts a batch of old rows after a position, by `fold-point-ledger.sql`. Resolves with the position of the next batch or null. */
  async compactLedger(days: number, position: string): Promise<string | null> {
    const row = await this.database.queryOne<{ next: string | null }>(COMPACT_LEDGER, [days, position]);
    return row!.next;
  }
}

const CONFIRM_EMAIL = `
  update accounts set notify_email = $2 where id = $1 and notify_email is not distinct from $3::text
    and exists (select from api_keys where id = $4 and account_id = $1 and revoked_at is null and expires_at > now())
  returning id`;

const ASKS_FOR_OWNER = `
  select from accounts a where a.id = $1 and a.owner_asked_at is null
    and not exists (select from api_keys k where k.account_id = a.id and k.person_address is not null)`;

const ANSWER_FOR_OWNER = 'update accounts set owner_asked_at = now() where id = $1 and owner_asked_at is null returning 1';

const COMPACT_LEDGER = 'select fold_point_ledger($1, $2) as next';

const columnsOf = (movements: readonly Reservation[]) => [
  movements.map(({ accountId }) => accountId),
  movements.map(({ runId }) => runId),
  movements.map(({ points }) => points),
];

const CHANGE_PLAN = `
  with change as (
    select a.id, p.name as plan, p.points_per_month is not null as is_limited,
      coalesce(a.points_balance, (
        select sum(case kind when 'consume' then 0 when 'reserve' then -points else points end)
        from point_ledger where account_id = a.id), 0) as points
    from accounts a join plans p on p.name = $2
    where a.id = $1 and a.plan <> p.name
  ), changed as (
    update accounts a set plan = change.plan, points_month = '1970-01-01',
      points_balance = case when is_limited then greatest(change.points, 0) end
    from change where a.id = change.id
  )
  insert into point_ledger (account_id, kind, points)
  select id, 'grant', -points from change where points < 0`;

const THIS_MONTH = `date_trunc('month', now() at time zone 'utc')::date`;

/** A change of plan waits for the key share lock, so the plan that is read here stays valid until the transaction ends. */
const LOCK_LIMITED = `
  with held as (
    select id, points_balance from accounts where id = any($1::uuid[]) order by id for key share
  )
  select a.id, a.points_balance as balance, a.points_month < ${THIS_MONTH} as is_allowance_due
  from accounts a join held on held.id = a.id
  where held.points_balance is not null
  order by a.id
  for no key update of a`;

const GRANT_ALLOWANCES = `
  with due as (
    select a.id, greatest(p.points_per_month - a.points_balance, 0) as points
    from accounts a join plans p on p.name = a.plan
    where a.id = any($1::uuid[])
  ), written as (
    insert into point_ledger (account_id, kind, points) select id, 'grant', points from due where points > 0
  )
  update accounts a set points_balance = a.points_balance + due.points, points_month = ${THIS_MONTH}
  from due where a.id = due.id
  returning a.id, a.points_balance as balance`;

const HAS_BLOCKED_RUNS = `
  select 1 from workflow_runs where account_id = $1 and status = 'blocked_insufficient_compute_points' limit 1`;

const POINT_USAGE = `
  with usage as (
    select
      case when a.points_month < ${THIS_MONTH} then greatest(a.points_balance, p.points_per_month) else a.points_balance end
        as available,
      (select coalesce(sum(points), 0)::int from point_ledger
        where account_id = a.id and kind = 'consume' and created_at >= date_trunc('month', now(), 'utc')) as consumed,
      (select coalesce(sum(reserved_points - consumed_points - released_points), 0)::int from workflow_runs
        where account_id = a.id and status in ('pending', 'running')) as reserved
    from accounts a join plans p on p.name = a.plan
    where a.id = $1 and a.points_balance is not null
  )
  select available + consumed + reserved as granted, reserved, consumed, available from usage`;

const COUNTS = `
  select (select count(*)::int from api_keys where account_id = $1 and revoked_at is null and expires_at > now() and not is_console) as keys,
    (select count(*)::int from forms where account_id = $1 and deleted_at is null) as forms,
    (select count(*)::int from submissions s join forms f on f.id = s.form_id
      where f.account_id = $1 and f.deleted_at is null and s.state = 'quarantined' and not s.is_unconfirmed) as quarantined`;

/** Forms in deletion count until their files are gone. A JavaScript number holds a sum of up to eight petabytes exactly. */
const USAGE = `
  select
    (select coalesce(sum(c.stored_bytes), 0)::float8 from forms f join form_stats c on c.form_id = f.id where f.account_id = $1) as stored_bytes,
    p.stored_bytes_max::float8 as stored_bytes_max, p.trash_days,
    (select to_json(points) from (${POINT_USAGE}) points) as points
  from accounts a join plans p on p.name = a.plan where a.id = $1`;

const TRASH_DAYS = 'select p.trash_days from accounts a join plans p on p.name = a.plan where a.id = $1';

const GRANT = `
  with granted as (
    update accounts set points_balance = points_balance + $2::int where id = $1
  )
  insert into point_ledger (account_id, kind, points) values ($1, 'grant', $2::int)`;

const RESERVE = `
  with wanted as (
    select * from unnest($1::uuid[], $2::uuid[], $3::int[]) as t (account_id, run_id, points)
  ), spent as (
    update accounts a set points_balance = a.points_balance - total.points
    from (select account_id, sum(points) as points from wanted group by account_id) total
    where a.id = total.account_id and a.points_balance is not null
  )
  insert into point_ledger (account_id, run_id, kind, points) select account_id, run_id, 'reserve', points from wanted`;

const CONSUME = insertConsumptions(`
  (select $1::uuid as account_id, * from unnest($2::uuid[], $3::uuid[], $4::int[]) as t (run_id, step_id, points)) as costs`);

const RELEASE = `
  with freed as (
    select * from unnest($1::uuid[], $2::uuid[], $3::int[]) as t (account_id, run_id, points)
  ), held as (
    select id, points_balance from accounts where id = any($1::uuid[]) order by id for key share
  ), returned as (
    update accounts a set points_balance = a.points_balance + total.points
    from held join (select account_id, sum(points) as points from freed group by account_id) total on total.account_id = held.id
    where a.id = held.id and held.points_balance is not null
  )
  insert into point_ledger (account_id, run_id, kind, points)
  select freed.account_id, run_id, 'release', points from freed join held on held.id = freed.account_id`;
