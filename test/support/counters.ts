import type { Instance } from './app';
import { reload } from './forms';

interface Counters {
  submissions_count: number;
  unread_count: number;
  latest_submission_at: string | null;
}

/** Expects the counters of a form to equal a count of its submissions. */
export async function expectExactCounters({ api, database }: Instance, form: { id: string }): Promise<Counters> {
  const rows = await database.query<{ received_at: Date; read_at: Date | null }>(
    `select received_at, read_at from submissions where form_id = $1 and state <> 'trashed' order by received_at desc, id desc`,
    [form.id],
  );
  const counted = {
    submissions_count: rows.length,
    unread_count: rows.filter(({ read_at }) => read_at === null).length,
    latest_submission_at: rows[0]?.received_at.toISOString() ?? null,
  };
  expect(await reload(api, form)).toMatchObject(counted);
  return counted;
}
