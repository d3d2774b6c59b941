import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import type { Position } from '../api/pagination/cursors';
import { IS_VISIBLE, visibilityOf } from '../forms/form-visibility.rules';
import { Database } from '../platform/database/database';
import { mergedReceivers } from './data-receivers.rules';
import type { DataReceiver, Erasure, ErasureCounts, ErasurePart, OpenErasure } from './erasure.types';

export interface NewErasure {
  id: string;
  field: string | null;
  isDryRun: boolean;
  sealedValue: Buffer;
  valueDigest: Buffer;
}

/** Up to where an erasure has searched; a null form when everything was. */
export interface ErasurePlace {
  isNextForm: boolean;
  part: ErasurePart;
  afterId: string;
}

/** What a batch has found. */
export interface ErasureFindings {
  counts: Omit<ErasureCounts, 'forms'>;
  receivers: DataReceiver[];
  receiversSince: Date | null;
}

export type Turn = Pick<OpenErasure, 'id' | 'accountId' | 'dryRun'>;

/** The only writer of `erasures` and `erasure_ledger`. */
@Injectable()
export class ErasuresRepository {
  constructor(private readonly database: Database) {}

  /** An erasure in all forms that the caller sees. */
  async insert(caller: Caller, erasure: NewErasure): Promise<Erasure> {
    const { id, field, isDryRun, sealedValue, valueDigest } = erasure;
    const parameters = [...visibilityOf(caller), caller.keyId, id, field, isDryRun, sealedValue, valueDigest];
    return (await this.database.queryOne<Erasure>(INSERT, parameters))!;
  }

  /** Lists the erasures that were asked for by keys which see as much as the caller, newest first. */
  list(caller: Caller, after: Position | null, limit: number): Promise<Erasure[]> {
    const parameters = [...visibilityOf(caller), after?.at ?? null, after?.id ?? null, limit];
    return this.database.query<Erasure>(LIST, parameters);
  }

  async visible(caller: Caller, id: string): Promise<Erasure | null> {
    return (await this.database.queryOne<Erasure>(VISIBLE, [...visibilityOf(caller), id])) ?? null;
  }

  /** The one whose turn it is: of the account after the one that had the last turn, the one that has waited longest. */
  async next(lastAccountId: string): Promise<Turn | null> {
    return (await this.database.queryOne<Turn>(NEXT, [lastAccountId])) ?? null;
  }

  /** Locks one that has not ended; null when it has, or when another process holds it. */
  async lockOpen(id: string): Promise<OpenErasure | null> {
    return (await this.database.queryOne<OpenErasure>(LOCK_OPEN, [id])) ?? null;
  }

  /** Sends one that has not ended behind the others of its account. */
  async yieldTurn(id: string): Promise<void> {
    await this.database.query(`update erasures set due_at = ${NOW} where id = $1`, [id]);
  }

  /** Notes how far it came, and yields its turn. */
  async proceed(id: string, { isNextForm, part, afterId }: ErasurePlace): Promise<void> {
    await this.database.query(PROCEED, [id, isNextForm ? 1 : 0, part, afterId]);
  }

  /** Adds what was found in a form to an erasure, if it is still there: a restored backup may not know it. */
  async addFindings(id: string, formId: string, findings: ErasureFindings): Promise<void> {
    if (findings.counts.submissions + findings.counts.runs === 0) return;
    const erasure = await this.database.queryOne<Pick<Erasure, 'counts' | 'receivers'>>(LOCK, [id]);
    if (!erasure) return;
    const { submissions, files, runs, mails } = findings.counts;
    const sum = {
      submissions: erasure.counts.submissions + submissions,
      files: erasure.counts.files + files,
      runs: erasure.counts.runs + runs,
      mails: erasure.counts.mails + mails,
    };
    const receivers = JSON.stringify(mergedReceivers([...erasure.receivers, ...findings.receivers]));
    await this.database.query(ADD_FINDINGS, [id, formId, JSON.stringify(sum), receivers, findings.receiversSince]);
  }

  /** The value is forgotten. */
  async finish(id: string): Promise<void> {
    await this.database.query(FINISH, [id]);
  }

  /** The turn after a failure, later each time; resolves with the number of tries at this place that count. */
  async postpone(id: string, isCounted: boolean): Promise<number> {
    return (await this.database.queryOne<{ tries: number }>(POSTPONE, [id, isCounted ? 1 : 0]))?.tries ?? 0;
  }

  /** The value is forgotten. */
  async fail(id: string, error: string): Promise<void> {
    await this.database.query(FAIL, [id, error]);
  }

  /** Whether an erasure is here and has not come to its end. */
  async isUnfinished(id: string): Promise<boolean> {
    return (await this.database.query('select from erasures where id = $1 and status <> $2', [id, 'done'])).length > 0;
  }

  /** The number of the last batch of the ledger that was applied here, under a lock; null when another process holds it. */
  async lockLedger(waits: boolean): Promise<number | null> {
    const row = await this.database.queryOne<{ applied: string }>(waits ? LOCK_LEDGER : TRY_LOCK_LEDGER);
    return row ? Number(row.applied) : null;
  }

  async setApplied(number: number): Promise<void> {
    await this.database.query('update erasure_ledger set applied = greatest(applied, $1::bigint)', [number]);
  }

  /** The UUID of the database, which its backups have too. */
  async identity(): Promise<string> {
    return (await this.database.queryOne<{ identity: string }>('select identity from restore_check'))!.identity;
  }
}

/** A form counts when something was found in it. */
const VIEW = `
  e.id, e.status, e.error, e.field, e.dry_run, e.receivers, e.receivers_since, e.created_at, e.completed_at,
  json_build_object('forms', cardinality(e.matched_form_ids), 'submissions', e.counts -> 'submissions', 'files', e.counts -> 'files',
    'runs', e.counts -> 'runs', 'mails', e.counts -> 'mails') as counts`;

const OF_CALLER = 'e.account_id = $1 and ($2::uuid is null or e.api_key_id = $2)';

const INSERT = `
  insert into erasures as e (account_id, api_key_id, id, field, dry_run, sealed_value, value_digest, form_ids)
    values ($1, $3, $4, $5, $6, $7, $8, array(select f.id from forms f where ${IS_VISIBLE} order by f.id))
    returning ${VIEW}`;

const LIST = `
  select ${VIEW} from erasures e
  where ${OF_CALLER} and ($3::timestamptz is null or (e.created_at, e.id) < ($3, $4::uuid))
  order by e.created_at desc, e.id desc limit $5`;

const VISIBLE = `select ${VIEW} from erasures e where ${OF_CALLER} and e.id = $3`;

const IS_OPEN = 'e.completed_at is null';

/** Rounded down, since a turn that is due in half a millisecond is not due. */
const NOW = `date_trunc('milliseconds', clock_timestamp())`;

const NEXT = `
  select e.id, e.account_id, e.dry_run from erasures e where ${IS_OPEN} and e.due_at <= clock_timestamp()
  order by e.account_id <= $1, e.account_id, e.due_at, e.id limit 1`;

const LOCK_OPEN = `
  select ${VIEW}, e.account_id, e.sealed_value, e.form_ids[e.form_position] as form_id, e.part, e.after_id
  from erasures e where e.id = $1 and ${IS_OPEN} for update skip locked`;

const LOCK = 'select counts, receivers from erasures where id = $1 for update';

const PROCEED = `
  update erasures set status = 'running', form_position = form_position + $2, part = $3, after_id = $4, tries = 0, due_at = ${NOW}
    where id = $1`;

const POSTPONE = `
  update erasures e set tries = tries + $2, due_at = clock_timestamp() + 2 ^ (tries + $2) * interval '1 second'
    where e.id = $1 and ${IS_OPEN} returning tries`;

const ADD_FINDINGS = `
  update erasures set counts = $3::json, receivers = $4::json, receivers_since = least(receivers_since, $5),
      matched_form_ids = case when $2 = any(matched_form_ids) then matched_form_ids else matched_form_ids || $2::uuid end
    where id = $1`;

const FINISH = `
  update erasures set status = 'done', sealed_value = null, completed_at = now() where id = $1`;

const FAIL = `
  update erasures e set status = 'failed', error = $2, sealed_value = null, completed_at = now() where e.id = $1 and ${IS_OPEN}`;

const LOCK_LEDGER = 'select applied from erasure_ledger for update';
const TRY_LOCK_LEDGER = `${LOCK_LEDGER} skip locked`;
