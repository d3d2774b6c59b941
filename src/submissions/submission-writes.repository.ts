import { Injectable } from '@nestjs/common';
import { DatabaseError } from 'pg';
import { FormStatsEntity } from '../forms/form.entity';
import { Database } from '../platform/database/database';
import { sha256Of } from '../platform/crypto/digests.rules';
import { newId } from '../platform/ids.rules';
import type { StoredFile } from '../files/submission-file.entity';
import { uploadExpired } from '../files/uploads.service';
import type { AcceptedBatch, NewSubmission, WriteOutcome } from './submission-writer.types';
import type { ImportedRow, ImportOutcome, ImportTarget } from './imports/import.types';
import type { SpamVerdict, SpamResult } from './spam.types';

/**
 * The only statements that write submissions and counters of forms. A change and its count are one statement, so that they cannot differ.
 * Every transaction locks counters before submissions, which prevents deadlocks.
 */
@Injectable()
export class SubmissionWritesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores a batch by the function of `accept-submissions.sql`, in one statement that has to be a transaction of its own. Throws 503 when
   * an uploaded object is already due for removal.
   */
  async accept(submissions: readonly NewSubmission[]): Promise<AcceptedBatch> {
    const batch = JSON.stringify(submissions.map(rowOf));
    const [accepted] = await this.database.query<AcceptedRow>(ACCEPT, [batch]).catch((error: unknown) => {
      throw isUploadExpired(error) ? uploadExpired() : error;
    });
    const outcomes = submissions.map((submission, index) => outcomeOf(submission, index, accepted!));
    const verdicts = submissions.map(({ spam }, index) => accepted!.verdicts?.[index] ?? verdictOf(spam));
    return { outcomes, verdicts, pendingRunIds: accepted!.pendingRunIds, isNotified: accepted!.isNotified };
  }

  /** Imports by the function of `import-submissions.sql`. Returns the outcomes; null when the form was deleted or edited. */
  async import({ formId, revision, isRead, startedAt }: ImportTarget, rows: readonly ImportedRow[]): Promise<ImportOutcome[] | null> {
    const batch = rows.map(({ id, fields, otherValues, otherValuesDropped, receivedAt, sourceId, uniqueValue, isOld, isRepeated }) => ({
      id,
      fields,
      other_values: otherValues ?? undefined,
      other_values_dropped: otherValuesDropped ?? undefined,
      received_at: receivedAt ?? undefined,
      source_digest: sourceId === null ? undefined : byteaOf(sha256Of(sourceId)),
      started_at: sourceId === null ? undefined : startedAt,
      is_old: isOld || undefined,
      is_repeated: isRepeated || undefined,
      unique_digest: uniqueValue === undefined ? undefined : byteaOf(sha256Of(uniqueValue)),
    }));
    const parameters = [formId, revision, JSON.stringify(batch), isRead];
    return (await this.database.queryOne<{ outcomes: ImportOutcome[] | null }>(IMPORT, parameters))!.outcomes;
  }

  /** Prevents erased submissions of a form from being imported again. Call it before they are deleted. */
  async keepErasedSources(formId: string, ids: readonly string[]): Promise<void> {
    await this.database.query(KEEP_ERASED_SOURCES, [formId, ids]);
  }

  /** Returns the present time if the form has reached the monthly quota of its plan, else null. */
  async findExhausted(formId: string): Promise<Date | null> {
    return (await this.database.queryOne<{ at: Date }>(FIND_EXHAUSTED, [formId]))?.at ?? null;
  }

  /** Marks submissions of a form as read at this time, or as unread for null. Keeps the time of the first reading. */
  async mark(formId: string, ids: readonly string[], readAt: Date | null): Promise<void> {
    await this.lockCounters(formId);
    if (readAt) await this.database.query(MARK_READ, [formId, ids, readAt]);
    else await this.database.query(MARK_UNREAD, [formId, ids]);
  }

  /** Locks a form against deletion, and its counters. */
  async lockForm(formId: string): Promise<void> {
    await this.database.query(LOCK_FORM, [formId]);
  }

  /**
   * Deletes submissions of a locked form, also from the trash, and returns how many existed. The change feed marks erased ones as such. It
   * has told of those in the trash already: their number moves to the deletion, unless they are erased.
   */
  async delete(formId: string, ids: readonly string[], isErased = false): Promise<number> {
    await this.database.query(GIVE_BACK_PLACES, [formId, ids]);
    const deleted = await this.database.query(DELETE, [formId, ids, isErased]);
    return deleted.length;
  }

  private async lockCounters(formId: string): Promise<void> {
    await this.database.repository(FormStatsEntity).findOne({ where: { formId }, lock: { mode: 'pessimistic_write' } });
  }
}

/** The result of `accept_submissions`, as in `accept-submissions.sql`. */
interface AcceptedRow {
  receivedAt: Date;
  outcomes: WriteOutcome['outcome'][];
  /** The receipts of replayed submissions by position; null for none. */
  receipts: Record<
    number,
    { id: string; received_at: string; file_count: number; ignored_fields: string[]; asks_confirmation: boolean }
  > | null;
  pendingRunIds: string[];
  isNotified: boolean;
  /** The full options by field, by the position of the submission that was refused for them. */
  fullOptions: Record<number, Record<string, string[]>> | null;
  /** The verdicts by position; null when the function judged no submission of the batch. */
  verdicts: Record<number, SpamResult> | null;
}

const verdictOf = (spam: SpamVerdict | undefined): SpamResult =>
  spam ? { state: spam.state, check: spam.reasons[0]?.check ?? null } : { state: 'accepted', check: null };

const ACCEPT = `
  select received_at, outcomes, receipts, pending_run_ids, is_notified, full_options, verdicts
  from accept_submissions($1)`;

const IMPORT = 'select import_submissions($1, $2, $3, $4) as outcomes';

const KEEP_ERASED_SOURCES = `
  with forgotten as (
    delete from imported_sources where form_id = $1 and submission_id = any($2::uuid[]) returning digest
  )
  insert into erased_sources (form_id, digest)
    select $1, digest from forgotten
    union
    select $1, source_digest from trashed_submissions where form_id = $1 and submission_id = any($2::uuid[]) and source_digest is not null
    on conflict do nothing`;

/** Returns a row for `accept_submissions`, which reads absent members as null. */
const rowOf = ({ idempotency, files, ignoredFields, spam, confirmation, ...submission }: NewSubmission) => ({
  id: submission.id,
  run_id: newId(),
  form_id: submission.formId,
  revision: submission.revision,
  source: submission.source,
  fields: submission.fields,
  other_values: submission.otherValues ?? undefined,
  other_values_dropped: submission.otherValuesDropped ?? undefined,
  file_count: files.length,
  files: files.length > 0 ? files.map(fileRowOf) : undefined,
  ignored_fields: ignoredFields.length > 0 ? ignoredFields : undefined,
  client_network: submission.clientNetwork ?? undefined,
  user_agent: submission.userAgent ?? undefined,
  key_hash: idempotency ? byteaOf(idempotency.keyHash) : undefined,
  fingerprint: idempotency ? byteaOf(idempotency.fingerprint) : undefined,
  unique_digest: submission.uniqueValue === undefined ? undefined : byteaOf(sha256Of(submission.uniqueValue)),
  ...(confirmation && { confirmation_language: confirmation.language }),
  ...(confirmation?.isRequired && { state: 'unconfirmed' }),
  ...(spam && verdictRowOf(spam)),
  ...(submission.hops && { signals: { ...spam?.signals, hops: submission.hops } }),
});

const verdictRowOf = ({ state, reasons, signals, solution, texts }: SpamVerdict) => ({
  ...(state === 'quarantined' && { state }),
  spam_reasons: reasons.length > 0 ? reasons : undefined,
  signals,
  nonce: solution ? byteaOf(solution.nonce) : undefined,
  on_spent: solution?.onSpent,
  text_digests: texts?.digests.map(byteaOf),
  repeated_level: texts?.level,
});

const fileRowOf = ({ contentType, sizeBytes, sha256, objectName, ...file }: StoredFile) => ({
  ...file,
  content_type: contentType,
  size_bytes: sizeBytes,
  sha256: byteaOf(sha256),
  object_name: objectName,
});

const byteaOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

function outcomeOf(
  { id, files, ignoredFields, confirmation }: NewSubmission,
  index: number,
  { receivedAt, outcomes, receipts, fullOptions }: AcceptedRow,
): WriteOutcome {
  const outcome = outcomes[index]!;
  if (outcome === 'quota_exceeded') return { outcome, at: receivedAt };
  if (outcome === 'no_places') return { outcome, full: fullOptions![index]! };
  if (outcome === 'stored' || outcome === 'thanked')
    return { outcome, receipt: { id, receivedAt, fileCount: files.length, ignoredFields, asksConfirmation: !!confirmation } };
  if (outcome !== 'replayed') return { outcome };
  const stored = receipts![index]!;
  const receipt = {
    id: stored.id,
    receivedAt: new Date(stored.received_at),
    fileCount: stored.file_count,
    ignoredFields: stored.ignored_fields,
    asksConfirmation: stored.asks_confirmation,
  };
  return { outcome, receipt };
}

/** `UP001` is the error code of the function for an upload whose objects may already be removed. */
const isUploadExpired = (error: unknown): boolean => error instanceof DatabaseError && error.code === 'UP001';

/** Counts months by the clock of the database. */
const FIND_EXHAUSTED = `
  select now() as at
  from forms f
    join form_stats s on s.form_id = f.id
    join accounts a on a.id = f.account_id
    join plans p on p.name = a.plan
  where f.id = $1 and s.month = date_trunc('month', now() at time zone 'utc') and s.month_count >= p.form_submissions_per_month`;

/** The change number is correct only while the caller holds the lock on the counters. */
const marked = (readAt: string, isDue: string, unread: '+' | '-'): string => `
  with due as (
    select id, row_number() over (order by id) as place from submissions where form_id = $1 and id = any($2::uuid[]) and state <> 'trashed' and ${isDue}
  ), marked as (
    update submissions s set read_at = ${readAt}, change_number = c.change_number + due.place, changed_at = now()
      from due, form_stats c where s.form_id = $1 and s.id = due.id and c.form_id = $1 returning s.state
  ), counted as (
    select count(*)::int as number, count(*) filter (where state = 'accepted')::int as accepted from marked
  )
  update form_stats s set unread_count = s.unread_count ${unread} accepted, change_number = s.change_number + number
    from counted where s.form_id = $1 and number > 0`;

const MARK_READ = marked('$3', 'read_at is null', '-');
const MARK_UNREAD = marked('null', 'read_at is not null', '+');

const LOCK_FORM = `
  select from forms f join form_stats s on s.form_id = f.id where f.id = $1 for key share of f for update of s`;

const GIVE_BACK_PLACES = 'select give_back_places($1, id) from unnest($2::uuid[]) id';

const DELETE = `
  with deleted as (
    delete from submissions where form_id = $1 and id = any($2::uuid[]) returning id, read_at, state, change_number, changed_at
  ), gone as (
    select count(*) filter (where $3::boolean or state <> 'trashed')::int as number, count(*) filter (where state = 'accepted')::int as accepted,
        count(*) filter (where state = 'accepted' and read_at is null)::int as unread
      from deleted
  ), latest as (
    select received_at from submissions where form_id = $1 and id <> all($2::uuid[]) and state = 'accepted'
      order by received_at desc, id desc limit 1
  ), counted as (
    update form_stats s set
        submissions_count = s.submissions_count - gone.accepted,
        unread_count = s.unread_count - gone.unread,
        latest_submission_at = (select received_at from latest),
        change_number = s.change_number + gone.number
      from gone where s.form_id = $1 and gone.number > 0
      returning s.change_number - gone.number as number_before
  )
  insert into submission_deletions (form_id, change_number, submission_id, is_erased, changed_at)
    select $1, number_before + row_number() over (), id, $3::boolean, now() from deleted, counted where $3::boolean or state <> 'trashed'
    union all
    select $1, change_number, id, false, coalesce(changed_at, now()) from deleted where not $3::boolean and state = 'trashed'
    returning 1`;
