import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';

/** A submission with the JSON of its values. */
export interface UnindexedSubmission {
  id: string;
  changeNumber: string;
  receivedAt: Date;
  fields: string;
  otherValues: string | null;
  /** The bytes of its values and of those before it. */
  bytesUpTo: number;
}

/** A form with changes that are not in the index, up to the number of its latest one. */
export interface UnindexedForm {
  formId: string;
  latest: string;
  changeNumber: string;
  submissionId: string;
}

/** The only writer of `submission_texts` and `search_positions`. */
@Injectable()
export class SearchIndexRepository {
  constructor(private readonly database: Database) {}

  /** False where the extension of the index is missing. */
  async exists(): Promise<boolean> {
    return (await this.database.queryOne<{ exists: boolean }>(EXISTS))!.exists;
  }

  /**
   * Returns how many texts with these words the index would read, by a sample; null unless all but some of the changes of these forms are in
   * the index.
   */
  async expectedIn(formIds: readonly string[], words: readonly string[]): Promise<number | null> {
    return (await this.database.queryOne<{ expected: number | null }>(EXPECTED, [formIds, MAX_UNINDEXED, words]))!.expected;
  }

  /** True when no other process fills the index until the transaction ends. */
  tryLock(): Promise<boolean> {
    return this.database.tryAdvisoryLock('index of searches');
  }

  async nextForm(): Promise<UnindexedForm | null> {
    return (await this.database.queryOne<UnindexedForm>(NEXT_FORM)) ?? null;
  }

  /** Returns the next submissions, at most `limit`, and none after those whose values have `bytes` together. */
  next({ formId, changeNumber, submissionId }: UnindexedForm, limit: number, bytes: number): Promise<UnindexedSubmission[]> {
    return this.database.query(NEXT, [formId, changeNumber, submissionId, limit, bytes]);
  }

  async store(formId: string, submissions: readonly UnindexedSubmission[], bodies: readonly string[]): Promise<void> {
    const ids = submissions.map(({ id }) => id);
    const times = submissions.map(({ receivedAt }) => receivedAt);
    await this.database.query(STORE, [formId, ids, times, bodies]);
  }

  async proceed(formId: string, changeNumber: string, submissionId: string): Promise<void> {
    await this.database.query(PROCEED, [formId, changeNumber, submissionId]);
  }

  /** Empties the index; false when it was empty. */
  async clear(): Promise<boolean> {
    if (!(await this.database.queryOne(`select from search_positions limit 1`))) return false;
    await this.database.query('truncate submission_texts, search_positions');
    return true;
  }
}

/** A search looks at these submissions one by one, in addition to those that the index finds. */
export const MAX_UNINDEXED = 20_000;

/** Follows all ids, so that a position with it is behind all submissions of its number. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const EXISTS = `select to_regclass('submission_texts_body_idx') is not null as exists`;

const SAMPLE = 1_000;

const EXPECTED = `
  with forms as (
    select c.form_id, c.submissions_count, c.change_number - p.change_number as unindexed, coalesce(p.submission_id = '${LAST_ID}', false) as is_ready
    from form_stats c left join search_positions p using (form_id) where c.form_id = any($1::uuid[])
  ), sample as (
    select t.body like all ($3::text[]) as has_words
    from (select form_id from forms limit 10) f cross join lateral (
      select body from submission_texts where form_id = f.form_id order by submission_id limit ${SAMPLE} / (select least(count(*), 10) from forms)
    ) t
  )
  select case when to_regclass('submission_texts_body_idx') is not null and bool_and(is_ready) and sum(unindexed) <= $2
    then sum(submissions_count)::float8 * (select coalesce(avg(has_words::int), 0)::float8 from sample) end as expected
  from forms`;

const NEXT_FORM = `
  select c.form_id, c.change_number as latest, coalesce(p.change_number, -1) as change_number,
    coalesce(p.submission_id, '${LAST_ID}') as submission_id
  from form_stats c left join search_positions p using (form_id)
  where c.change_number > coalesce(p.change_number, -1) or p.submission_id <> '${LAST_ID}' limit 1`;

/**
 * The numbers of a form are given out under a lock, so whatever is committed later has a higher one. Submissions from before there were
 * numbers share the lowest.
 */
const NEXT = `
  with found as (
    select id, change_number, received_at, fields::text as fields, other_values::text as other_values from submissions
    where form_id = $1 and (change_number, id) > ($2, $3::uuid) order by change_number, id limit $4
  ), sized as (
    select *, octet_length(fields) + coalesce(octet_length(other_values), 0) as bytes from found
  )
  select * from (
    select *, (sum(bytes) over (order by change_number, id))::int as bytes_up_to from sized
  ) summed where bytes_up_to - bytes < $5 order by change_number, id`;

/** A submission that has been deleted meanwhile is left out. One that stays as it was is not written again. */
const STORE = `
  insert into submission_texts as t (form_id, submission_id, received_at, body)
  select s.form_id, s.id, sent.received_at, sent.body
  from unnest($2::uuid[], $3::timestamptz[], $4::text[]) as sent (id, received_at, body)
    join submissions s on s.form_id = $1 and s.id = sent.id
  order by s.id for key share of s
  on conflict (form_id, submission_id) do update set received_at = excluded.received_at, body = excluded.body
    where (t.received_at, t.body) is distinct from (excluded.received_at, excluded.body)`;

const PROCEED = `
  insert into search_positions (form_id, change_number, submission_id)
  select id, $2, $3 from forms where id = $1
  on conflict (form_id) do update set change_number = excluded.change_number, submission_id = excluded.submission_id`;
