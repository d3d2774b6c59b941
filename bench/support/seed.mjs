/** Adds past submissions to a form, one for each second. */
export async function addSubmissions(database, formId, count) {
  const rows = `
    insert into submissions (id, form_id, source, fields, file_count, received_at)
    select uuidv7(), $1, 'form_submit', '{"email": "ada@example.com", "message": "We would like to hear more."}', 0,
      date_trunc('milliseconds', now()) - n * interval '1 second'
    from generate_series(1, $2) n`;
  await database.query(rows, [formId, count]);
  await database.query('update form_stats set submissions_count = $2, unread_count = $2 where form_id = $1', [
    formId,
    count,
  ]);
  await database.query('vacuum analyze submissions');
}

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
