import { Client } from 'pg';
import { NoticesTaskService } from '../../src/notices/notices-task.service';
import { type TestApp, startApp } from '../support/app';
import { atEnd } from '../support/at-end';
import { statementsDuring } from '../support/queries';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startApp();
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  atEnd(() => client.end());
  for (const statement of SEED) await client.query(statement);
});

/** Ten thousand forms of limited accounts with what each minute's work looks at: some of them have something to tell. */
const SEED = [
  `insert into accounts (id, name, plan, notify_email) select gen_random_uuid(), 'Account ' || n, 'business', 'a' || n || '@example.com' from generate_series(1, 1000) n`,
  `insert into forms (id, account_id, name, status, validate_fields, notifications_enabled, submission_token_digest, created_at, updated_at, allowed_origins)
     select gen_random_uuid(), a.id, 'Form', 'enabled', true, true, '', now(), now(), '{https://mine.example}'
       from accounts a cross join generate_series(1, 10) where a.plan = 'business'`,
  `insert into form_stats (form_id, month, month_count) select id, date_trunc('month', now())::date, 100 from forms`,
  `insert into fields (form_id, name, type, required, position, created_at, updated_at) select id, 'email', 'string', true, 0, now(), now() from forms`,
  `insert into form_refusals (form_id, kind, name, reason, day, count, visitors, first_seen_at, seen_at)
     select id, 'accepted', 'https://mine.example', '', current_date - d, 10, '{}', now() - d * interval '1 day', now() - d * interval '1 day'
       from forms cross join generate_series(0, 20) d`,
  `insert into form_refusals (form_id, kind, name, reason, day, count, visitors, first_seen_at, seen_at)
     select id, 'origin', 'https://other.example', 'not_listed', current_date - d, 10, '{a,b,c}', now() - d * interval '1 day', now() - d * interval '1 day'
       from (select id from forms where abs(hashtext(id::text)) % 1000 < 50) f cross join generate_series(0, 6) d`,
  `insert into form_mismatches (form_id, kind, name, day, count, visitors, seen_at)
     select id, 'unknown_name', 'phone', current_date - d, 1, '{a}', now() from (select id from forms where abs(hashtext(id::text)) % 1000 < 100) f cross join generate_series(0, 6) d`,
  `insert into submissions (form_id, id, source, fields, received_at, state, held_at, spam_reasons)
     select id, gen_random_uuid(), 'form_submit', '{}', now() - n * interval '1 day', 'quarantined', now() - n * interval '1 day', '[{"check": "honeypot"}]'
       from (select id from forms where abs(hashtext(id::text)) % 1000 < 100) f cross join generate_series(1, 20) n`,
  `insert into submissions (form_id, id, source, fields, received_at) select f.id, gen_random_uuid(), 'form_submit', '{}', now() - n * interval '1 hour'
       from forms f cross join generate_series(1, 10) n`,
  `insert into notifications (form_id, submission_id, status, delivered_at, mail_id)
     select form_id, id, 'delivered', now() - interval '10 days', gen_random_uuid() from submissions where state = 'accepted'`,
  `insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, submission_id, run_kind, status, created_at, completed_at)
     select gen_random_uuid(), f.account_id, s.form_id, gen_random_uuid(), gen_random_uuid(), 1, s.id, 'production',
         case when f.place <= 100 then 'failed' else 'succeeded' end, now(), now()
       from submissions s join (select *, row_number() over (order by id) as place from forms) f on f.id = s.form_id where s.state = 'accepted'`,
  `vacuum analyze`,
];

const LARGE = ['forms', 'submissions', 'notifications', 'workflow_runs', 'form_refusals'];

it('a minute of the task takes a page of forms, and reads no large table as a whole', async () => {
  const task = app.app.get(NoticesTaskService);
  await task.pass(); // the first one looks at all pages
  const times: number[] = [];
  for (let pass = 0; pass < 12; pass += 1) {
    const begun = performance.now();
    await task.pass();
    times.push(performance.now() - begun);
  }
  if (process.env.PRINT) process.stderr.write(`${times.map((ms) => ms.toFixed(0)).join(' ')} ms a minute\n`);
  const statements = await statementsDuring(() => task.pass());
  const pages = statements.filter(({ sql }) => sql.includes('origin_refused'));
  expect(pages).toHaveLength(1);
  const { rows } = await client.query<Record<string, string>>(`explain ${pages[0]!.sql}`, pages[0]!.parameters);
  const scanned = rows.flatMap((row) => /Seq Scan on (\w+)/.exec(Object.values(row)[0]!)?.[1] ?? []);
  expect(scanned.filter((table) => LARGE.includes(table))).toEqual([]);
});
