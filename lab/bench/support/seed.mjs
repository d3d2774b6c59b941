/** Adds past submissions to a form, one for each second. One of a thousand each is read, came from a server, and from the hosted page. */
export async function addSubmissions(database, formId, count) {
  await database.query(SUBMISSIONS, [formId, count]);
  await database.query(COUNTERS, [formId]);
  await database.query('vacuum analyze submissions');
}

const SUBMISSIONS = `
  insert into submissions (id, form_id, source, fields, file_count, read_at, received_at)
  select uuidv7(), $1, case n % 1000 when 1 then 'api' when 2 then 'hosted_form' else 'form_submit' end,
    '{"email": "ada@example.com", "message": "We would like to hear more."}', 0, case when n % 1000 = 3 then at end, at
  from generate_series(1, $2::int) n, lateral (select date_trunc('milliseconds', now()) - n * interval '1 second' as at) received`;

const COUNTERS = `
  update form_stats set (submissions_count, unread_count) = (
    select count(*), count(*) filter (where read_at is null) from submissions where form_id = $1) where form_id = $1`;

/** Adds copies of a form to its account. */
export async function copyForm(database, formId, count) {
  const rows = `
    with copies as (
      insert into forms
      select (jsonb_populate_record(f, jsonb_build_object('id', uuidv7(), 'created_at', f.created_at - n * interval '1 second'))).*
      from forms f, generate_series(1, $2) n where f.id = $1 returning id
    )
    insert into form_stats
    select (jsonb_populate_record(s, jsonb_build_object('form_id', copies.id))).* from form_stats s, copies where s.form_id = $1`;
  await database.query(rows, [formId, count]);
  await database.query('vacuum analyze forms, form_stats');
}
