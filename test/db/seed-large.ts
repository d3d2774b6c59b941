import { Client } from 'pg';

/** Ids of the rows that the tests read. */
export interface LargeDatabase {
  accountId: string;
  formId: string;
}

/** Fills a database until the planner prefers indexes: a busy form, an account with many forms, and rows of other accounts. */
export async function fill(databaseUrl: string, accountId: string): Promise<LargeDatabase> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of STATEMENTS) {
      await client.query(statement.replaceAll('$account', `'${accountId}'::uuid`));
    }
    const { rows } = await client.query<{ id: string }>(`select id from forms where name = 'Form 5000'`);
    return { accountId, formId: rows[0]!.id };
  } finally {
    await client.end();
  }
}

/** Tables that are too large for a sequential scan. */
export const LARGE_TABLES = [
  'accounts',
  'api_keys',
  'api_key_secrets',
  'audit_events',
  'forms',
  'form_stats',
  'fields',
  'submissions',
  'submission_idempotency_keys',
  'workflow_runs',
  'idempotency_records',
];

const moment = (n: string, every: string): string => `date_trunc('milliseconds', now() - ${n} * interval '${every}')`;

const STATEMENTS = [
  /** The UUID version 7 (RFC 9562) of a time; the number makes it unique. */
  `create function pg_temp.id(at timestamptz, n bigint) returns uuid language sql immutable as $$
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
       || substr(md5(n::text), 4, 15))::uuid $$`,

  `insert into accounts (id, name, plan) select pg_temp.id(now(), n), 'Account ' || n, 'free' from generate_series(1, 3000) n`,
  `insert into api_keys (id, account_id, name, scopes, form_access_mode, expires_at)
   select pg_temp.id(now(), 10000 + row_number() over ()), id, 'Key', '{}', 'all', now() + interval '1 year'
     from accounts where plan = 'free'`,
  `insert into api_keys (id, account_id, name, scopes, form_access_mode, expires_at, created_at, revoked_at)
   select pg_temp.id(at, 50000 + n), $account, 'Made', '{}', 'all', now() + interval '1 year', at, case when n % 100 = 0 then now() end
     from generate_series(1, 10000) n, lateral (select ${moment('n', '1 minute')} as at) t`,
  `update api_keys set created_by_key_id = (select id from api_keys where name = 'Made' limit 1) where name = 'Made' and revoked_at is null`,
  `insert into audit_events (account_id, api_key_id, action, form_id, resource_id, created_at)
   select $account, k.id, 'PATCH /v1/things/' || n % 20, case when n % 2 = 0 then k.id end, case when n % 2 = 1 then k.id end, ${moment('n', '1 minute')}
     from generate_series(1, 20000) n, lateral (select pg_temp.id(now(), n % 50) as id) k`,
  `insert into api_key_secrets (lookup_id, api_key_id, digest) select 'lookup' || id, id, '' from api_keys where name in ('Key', 'Made')`,

  `insert into forms (id, account_id, name, status, validate_fields, notifications_enabled, submission_token_digest, created_at, updated_at)
   select pg_temp.id(at, n), $account, 'Form ' || n, case when n % 2 = 0 then 'enabled' else 'disabled' end, true, false, '', at, at
     from generate_series(1, 10000) n, lateral (select ${moment('n', '1 hour')} as at) t`,
  `insert into forms (id, account_id, name, validate_fields, notifications_enabled, submission_token_digest, created_at, updated_at)
   select pg_temp.id(now(), 20000 + row_number() over ()), id, 'Other', true, false, '', now(), now() from accounts where plan = 'free'`,
  `insert into form_stats (form_id, submissions_count, unread_count) select id, 250000, 250000 from forms`,
  `insert into fields (form_id, name, type, required, position, created_at, updated_at)
   select id, 'field_' || position, 'string', false, position, now(), now() from forms, generate_series(0, 2) position`,

  `insert into submissions (id, form_id, source, fields, read_at, received_at)
   select pg_temp.id(at, n), f.id, case when n % 200 = 0 then 'hosted_form' when n % 50 = 1 then 'api' else 'form_submit' end, '{}',
       case when n % 3 = 0 then at end, at
     from generate_series(1, 100000) n, lateral (select ${moment('n', '1 second')} as at) t, forms f where f.name = 'Form 5000'`,
  `insert into submissions (id, form_id, source, fields, received_at)
   select pg_temp.id(now(), 1000000 + row_number() over ()), id, 'api', '{}', now() from forms, generate_series(1, 4)`,
  `insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, submission_id, run_kind, status,
     reserved_points, consumed_points, completed_at, created_at)
   select pg_temp.id(at, n), f.account_id, f.id, f.id, f.id, 1, pg_temp.id(at, n), 'production', 'succeeded', 3, 3, at, at
     from generate_series(1, 50000) n, lateral (select ${moment('n', '1 second')} as at) t, forms f where f.name = 'Form 5000'`,
  `insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, submission_id, run_kind, status,
     reserved_points, consumed_points, completed_at, created_at)
   select pg_temp.id(at, 100000 + n), f.account_id, f.id, f.id, f.id, 7, pg_temp.id(at, n), 'production', 'succeeded', n % 10, n % 10, at, at
     from generate_series(1, 20000) n, lateral (select ${moment('n', '1 second')} as at) t, forms f where f.name = 'Form 5001'`,
  `insert into submission_idempotency_keys (form_id, key_hash, fingerprint, submission_id, received_at, file_count, ignored_fields, expires_at)
   select f.id, sha256(n::text::bytea), '', pg_temp.id(now(), n), now(), 0, '{}', ${moment('n', '1 second')} + interval '24 hours'
     from generate_series(1, 40000) n, forms f where f.name = 'Form 5000'`,
  `insert into idempotency_records (api_key_id, operation, key_hash, fingerprint, request_id, expires_at)
   select k.id, 'POST /v1/forms', sha256(n::text::bytea), '', '', ${moment('n', '1 minute')} + interval '24 hours'
     from generate_series(1, 30000) n, (select id from api_keys where name = 'Key' limit 1) k`,
  `analyze`,
];
