import { v7 } from 'uuid';
import type { Database } from '../../src/platform/database/database';
import type { SubmissionSource } from '../../src/submissions/submission.entity';

/** A submission that is inserted by a test. */
export interface SeededSubmission {
  id: string;
  received_at: string;
  source: SubmissionSource;
  read_at: string | null;
}

/** Inserts submissions and updates the counters. By default they come from a page, are unread and were just received. */
export async function seedSubmissions(
  database: Database,
  form: { id: string },
  wanted: Partial<SeededSubmission>[],
): Promise<SeededSubmission[]> {
  const now = new Date().toISOString();
  const rows = wanted.map((members): SeededSubmission => ({
    id: v7(),
    received_at: now,
    source: 'form_submit',
    read_at: null,
    ...members,
  }));
  await database.query(
    `insert into submissions (id, form_id, source, fields, read_at, received_at)
     select id, $1, source, '{"n":1}', read_at, received_at
       from json_to_recordset($2) as t (id uuid, source text, read_at timestamptz, received_at timestamptz)`,
    [form.id, JSON.stringify(rows)],
  );
  await database.query(COUNT, [form.id]);
  return rows;
}

const COUNT = `
  update form_stats s set submissions_count = c.number, unread_count = c.unread, latest_submission_at = c.latest,
      first_submission_at = coalesce(s.first_submission_at, c.first)
    from (select count(*) as number, count(*) filter (where read_at is null) as unread,
        max(received_at) as latest, min(received_at) as first
      from submissions where form_id = $1) c
   where s.form_id = $1`;
