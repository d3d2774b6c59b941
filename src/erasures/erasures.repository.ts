import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import type { Caller } from '../api/auth/caller';
import type { Position } from '../api/pagination/cursors';
import { visibleForm } from '../forms/form.rules';
import { Database } from '../platform/database/database';
import { mergedReceivers } from './data-receivers.rules';
import { ErasureEntity, type OpenErasure } from './erasure.entity';
import type { DataReceiver, ErasureCounts, ErasurePart } from './erasure.types';

export type NewErasure = Pick<OpenErasure, 'id' | 'field' | 'dryRun' | 'sealedValue' | 'valueDigest'>;

/** The position from which an erasure searches next. */
export interface ErasurePlace {
  isNextForm: boolean;
  part: ErasurePart;
  afterId: string;
}

export interface ErasureMatches {
  counts: Omit<ErasureCounts, 'forms'>;
  receivers: DataReceiver[];
  receiversSince: Date | null;
}

export type Turn = Pick<ErasureEntity, 'id' | 'accountId' | 'dryRun'>;

/** The only writer of `erasures` and `erasure_log`. */
@Injectable()
export class ErasuresRepository {
  constructor(private readonly database: Database) {}

  async insert(caller: Caller, erasure: NewErasure): Promise<ErasureEntity> {
    const { accountId, keyId: apiKeyId } = caller;
    const [isVisible, parameters] = visibleForm(caller, 'f');
    const formIds = () => `array(select f.id from forms f where ${isVisible} order by f.id)`;
    const { generatedMaps } = await this.database
      .repository(ErasureEntity)
      .createQueryBuilder()
      .insert()
      .values({ ...erasure, accountId, apiKeyId, formIds })
      .setParameters(parameters)
      .returning('*')
      .execute();
    return generatedMaps[0] as ErasureEntity;
  }

  /** Lists the erasures that the caller may see, newest first. */
  list(caller: Caller, after: Position | null, limit: number): Promise<ErasureEntity[]> {
    const query = this.database.repository(ErasureEntity).createQueryBuilder('e').where(askedBy(caller));
    if (after) query.andWhere('(e.created_at, e.id) < (:at, :id)', after);
    return query.orderBy({ 'e.created_at': 'DESC', 'e.id': 'DESC' }).limit(limit).getMany();
  }

  visible(caller: Caller, id: string): Promise<ErasureEntity | null> {
    return this.database.repository(ErasureEntity).findOneBy({ id, ...askedBy(caller) });
  }

  /** Returns the erasure for the next turn: the longest waiting one of the account that follows `lastAccountId`. */
  async next(lastAccountId: string): Promise<Turn | null> {
    return (await this.database.queryOne<Turn>(NEXT, [lastAccountId])) ?? null;
  }

  /** Locks an erasure; null if it has ended or another process holds its lock. */
  lockOpen(id: string): Promise<OpenErasure | null> {
    const lock = { mode: 'pessimistic_write', onLocked: 'skip_locked' } as const;
    const where = { id, completedAt: IsNull() };
    return this.database.repository(ErasureEntity).findOne({ where, lock }) as Promise<OpenErasure | null>;
  }

  /** Moves an erasure behind the others of its account. */
  async yieldTurn(id: string): Promise<void> {
    await this.database.repository(ErasureEntity).update({ id }, { dueAt: NOW });
  }

  /** Stores the position reached and ends the turn. */
  async proceed(id: string, { isNextForm, part, afterId }: ErasurePlace): Promise<void> {
    const formPosition = () => `form_position + ${isNextForm ? 1 : 0}`;
    const edit = { status: 'running', formPosition, part, afterId, tries: 0, dueAt: NOW } as const;
    await this.database.repository(ErasureEntity).update({ id }, edit);
  }

  /** Adds the matches in a form to an erasure, which may be missing in a restored backup. */
  async addMatches(id: string, formId: string, matches: ErasureMatches): Promise<void> {
    if (matches.counts.submissions + matches.counts.runs === 0) return;
    const erasure = await this.database.repository(ErasureEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!erasure) return;
    const { submissions, files, runs, mails } = matches.counts;
    const counts = {
      submissions: erasure.counts.submissions + submissions,
      files: erasure.counts.files + files,
      runs: erasure.counts.runs + runs,
      mails: erasure.counts.mails + mails,
    };
    const receivers = mergedReceivers([...erasure.receivers, ...matches.receivers]);
    const receiversSince = earliest(erasure.receiversSince, matches.receiversSince);
    const matchedFormIds = [...new Set([...erasure.matchedFormIds, formId])];
    await this.database.repository(ErasureEntity).update({ id }, { counts, receivers, receiversSince, matchedFormIds });
  }

  async finish(id: string): Promise<void> {
    await this.database.repository(ErasureEntity).update({ id }, { status: 'done', ...ENDED });
  }

  /** Delays the next turn, longer after each failure. Resolves with the number of counted failures at this position. */
  async postpone(id: string, isCounted: boolean): Promise<number> {
    return (await this.database.queryOne<{ tries: number }>(POSTPONE, [id, isCounted ? 1 : 0]))?.tries ?? 0;
  }

  async fail(id: string, error: string): Promise<void> {
    await this.database.repository(ErasureEntity).update({ id, completedAt: IsNull() }, { status: 'failed', error, ...ENDED });
  }

  isUnfinished(id: string): Promise<boolean> {
    return this.database.repository(ErasureEntity).existsBy({ id, status: Not('done') });
  }

  /** Locks the log and resolves with the number of the last applied batch, or with null if the log is locked and `waits` is false. */
  async lockLog(waits: boolean): Promise<number | null> {
    const row = await this.database.queryOne<{ applied: string }>(waits ? LOCK_LOG : TRY_LOCK_LOG);
    return row ? Number(row.applied) : null;
  }

  async setApplied(number: number): Promise<void> {
    await this.database.query('update erasure_log set applied = greatest(applied, $1::bigint)', [number]);
  }

  /** The UUID of the database, which its backups share. */
  async identity(): Promise<string> {
    return (await this.database.queryOne<{ identity: string }>('select identity from database_epoch'))!.identity;
  }
}

/** A caller with access to all forms sees all erasures of its account. Other callers see only their own. */
const askedBy = ({ accountId, keyId, formAccessMode }: Caller) =>
  formAccessMode === 'all' ? { accountId } : { accountId, apiKeyId: keyId };

const earliest = (one: Date | null, other: Date | null): Date | null => (one && (!other || one < other) ? one : other);

/** Rounds down to milliseconds, since a time that is rounded up would not be due yet. */
const NOW = () => `date_trunc('milliseconds', clock_timestamp())`;

const ENDED = { sealedValue: null, completedAt: () => 'now()' };

const IS_OPEN = 'e.completed_at is null';

const NEXT = `
  select e.id, e.account_id, e.dry_run from erasures e where ${IS_OPEN} and e.due_at <= clock_timestamp()
  order by e.account_id <= $1, e.account_id, e.due_at, e.id limit 1`;

const POSTPONE = `
  update erasures e set tries = tries + $2, due_at = clock_timestamp() + 2 ^ (tries + $2) * interval '1 second'
    where e.id = $1 and ${IS_OPEN} returning tries`;

const LOCK_LOG = 'select applied from erasure_log for update';
const TRY_LOCK_LOG = `${LOCK_LOG} skip locked`;
