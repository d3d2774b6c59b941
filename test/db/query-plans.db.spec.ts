import { Client } from 'pg';
import { v7 } from 'uuid';
import { settingsOf } from '../../src/forms/settings/form-settings.rules';
import { AdaptiveProofOfWork } from '../../src/intake/spam/spam-checks';
import { FormDeletionService } from '../../src/forms/form-deletion.service';
import { IdempotencyRecordsRepository } from '../../src/api/operation/idempotency-records.repository';
import { SubmissionReader } from '../../src/submissions/submission-reader';
import { DeletionService } from '../../src/submissions/trash/deletion.service';
import { IdempotencyKeysService } from '../../src/submissions/idempotency-keys.service';
import { RunDetailsRepository } from '../../src/workflows/runs/store/run-details.repository';
import { RunsRepository } from '../../src/workflows/runs/store/runs.repository';
import { type TestApp, startApp } from '../support/app';
import { atEnd } from '../support/at-end';
import { reload, submit } from '../support/forms';
import { countStatements, type Statement, statementsDuring } from '../support/queries';
import { type LargeDatabase, fill, LARGE_TABLES } from './seed-large';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Presorted Key'?: string[];
  'Parent Relationship'?: string;
  /** It is of a few rows inside of one row. */
  isWithin?: boolean;
  Plans?: Plan[];
}

let app: TestApp;
let large: LargeDatabase;
let client: Client;
beforeAll(async () => {
  app = await startApp();
  large = await fill(app.databaseUrl, app.accountId);
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  atEnd(() => client.end());
});

/** The nodes of the plan of a statement: of the plan that the server keeps from the sixth execution on where the statement is prepared. */
async function nodesOf(statement: Statement): Promise<Plan[]> {
  const { rows } = await (statement.name === undefined ? explained(statement) : explainedAsPrepared(statement));
  const isWithin = (plan: Plan, parent?: Plan) => parent?.isWithin === true || plan['Parent Relationship'] === 'SubPlan';
  const flat = (plan: Plan, parent?: Plan): Plan[] => {
    const node = { ...plan, isWithin: isWithin(plan, parent) };
    return [node, ...(plan.Plans ?? []).flatMap((child) => flat(child, node))];
  };
  return flat(rows[0]!['QUERY PLAN'][0]!.Plan);
}

type Explained = Promise<{ rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }>;

const explained = ({ sql, parameters }: Statement): Explained => client.query(`explain (format json) ${sql}`, parameters);

/** Without those of which a list over all forms of an account with most of them reads most rows. */
const TABLES_OF_FORMS = LARGE_TABLES.filter((table) => !['forms', 'form_stats'].includes(table));

async function explainedAsPrepared({ sql, parameters }: Statement): Explained {
  await client.query('begin');
  try {
    await client.query('set local plan_cache_mode = force_generic_plan');
    await client.query(`prepare explained as ${sql}`);
    const values = parameters.map(() => 'null').join(); // this plan does not depend on them
    return await client.query(`explain (format json) execute explained${values === '' ? '' : `(${values})`}`);
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

/** The plans of all statements of the work, none of which scans a large table. */
async function plansOf(work: () => Promise<unknown>, tables = LARGE_TABLES): Promise<Plan[][]> {
  const statements = (await statementsDuring(work)).filter(({ sql }) => /^\s*(select|with|insert|update|delete)/i.test(sql));
  expect(statements).not.toEqual([]);
  const plans: Plan[][] = [];
  for (const statement of statements) {
    const nodes = await nodesOf(statement);
    const read = nodes.filter((node) => node['Node Type'].endsWith('Seq Scan')).map((node) => node['Relation Name']!);
    expect({ sql: statement.sql, read: read.filter((table) => tables.includes(table)) }).toEqual({
      sql: statement.sql,
      read: [],
    });
    plans.push(nodes);
  }
  return plans;
}

const indexesOf = (plans: Plan[][]): string[] => plans.flat().flatMap((node) => node['Index Name'] ?? []);

/** The few runs of each submission are sorted where their index has no order. */
const sorts = (node: Plan): boolean =>
  !node.isWithin && node['Node Type'].includes('Sort') && node['Presorted Key']?.join() !== 'workflow_runs.submission_id';

/** Expects a plan that uses one of the indexes and does not sort. */
function expectInOrderOf(plans: Plan[][], ...indexes: string[]): Plan {
  const isOfIndex = (node: Plan) => indexes.includes(node['Index Name'] ?? '');
  const plan = plans.find((nodes) => nodes.some(isOfIndex));
  expect({ used: indexesOf(plans), isFound: plan !== undefined }).toMatchObject({ isFound: true });
  expect(plan!.filter(sorts)).toEqual([]);
  return plan!.find(isOfIndex)!;
}

/** The tables that are scanned and the indexes that are used during the work, also inside of functions. Its writes are rolled back. */
async function scansDuring(work: () => Promise<void>): Promise<{ tables: string[]; indexes: string[] }> {
  await client.query('begin');
  try {
    await work();
    const { rows } = await client.query<{ tables: string[]; indexes: string[] }>(SCANS);
    return rows[0]!;
  } finally {
    await client.query('rollback');
  }
}

const SCANS = `
  select array_agg(relname::text) filter (where relkind = 'r') as tables, array_agg(relname::text) filter (where relkind = 'i') as indexes
  from pg_class where pg_stat_get_xact_numscans(oid) > 0`;

const same = (node: Plan, other: Plan): boolean => node['Index Name'] === other['Index Name'] && node['Index Cond'] === other['Index Cond'];

const FORMS = 'forms_account_newest_idx';
const cursorOf = async (path: string, member = 'next_cursor'): Promise<string> =>
  ((await app.api.get(path)).body.meta as Record<string, string>)[member]!;

describe('the list of forms', () => {
  it.each(['', 'status=enabled', 'search=form', 'status=disabled&search=form'])(
    'reads its page in the order of an index: %s',
    async (query) => {
      expectInOrderOf(await plansOf(() => app.api.get(`/v1/forms?limit=50&${query}`)), FORMS);
    },
  );

  it('finds rare names by their trigrams', async () => {
    const plans = await plansOf(() => app.api.get('/v1/forms?search=orm%209876'));
    expect(indexesOf(plans)).toContain('forms_name_search_idx');
  });

  it('continues from the cursor by an index condition, in both directions', async () => {
    const next = await cursorOf('/v1/forms?limit=20');
    const forwards = expectInOrderOf(await plansOf(() => app.api.get(`/v1/forms?cursor=${next}`)), FORMS);
    const previous = await cursorOf(`/v1/forms?limit=20&cursor=${next}`, 'prev_cursor');
    const backwards = expectInOrderOf(await plansOf(() => app.api.get(`/v1/forms?cursor=${previous}`)), FORMS);
    for (const node of [forwards, backwards]) expect(node['Index Cond']).toMatch(/ROW\(.*created_at, .*id\)/);
  });

  it('sends as many statements for fifty forms as for one', async () => {
    const count = (limit: number) => countStatements(() => app.api.get(`/v1/forms?limit=${limit}`));
    await count(1);
    expect(await count(50)).toBe(await count(1));
  });
});

describe('the list of keys', () => {
  const KEYS = 'api_keys_account_id_idx';

  it.each(['', 'status=active'])('reads its page in the order of an index: %s', async (query) => {
    expectInOrderOf(await plansOf(() => app.api.get(`/v1/keys?limit=50&${query}`)), KEYS);
  });

  it('of those that are revoked reads no others', async () => {
    const plans = await plansOf(() => app.api.get('/v1/keys?limit=50&status=revoked'));
    expect(indexesOf(plans)).toContain('api_keys_revoked_idx');
  });

  it('continues from the cursor by an index condition', async () => {
    const next = await cursorOf('/v1/keys?limit=20');
    const node = expectInOrderOf(await plansOf(() => app.api.get(`/v1/keys?cursor=${next}`)), KEYS);
    expect(node['Index Cond']).toMatch(/ROW\(.*created_at, .*id\)/);
  });

  it('of those that a key has made reads them in the order of their index', async () => {
    const id = '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f';
    expectInOrderOf(await plansOf(() => app.api.get(`/v1/keys?created_by=${id}`)), 'api_keys_created_by_key_id_idx', KEYS);
  });

  it('of those that expire reads no others while few keys of all accounts do, else its page in the order of an index', async () => {
    const expiring = () => plansOf(() => app.api.get('/v1/keys?limit=50&status=expiring'));
    expect(indexesOf(await expiring())).toContain('api_keys_ending_idx');
    await client.query(`update api_keys set expires_at = now() + interval '7 days' where name = 'Made'`);
    await client.query('analyze api_keys');
    expectInOrderOf(await expiring(), KEYS);
  });
});

describe('the audit trail', () => {
  const ID = '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f';

  it.each([
    ['', 'audit_events_newest_idx'],
    ['created_after=2026-01-01', 'audit_events_newest_idx'],
    [`key=${ID}`, 'audit_events_of_key_idx'],
    [`resource=${ID}`, 'audit_events_of_resource_idx'],
    ['action=keys%20revoke', 'audit_events_of_action_idx'],
  ])('reads its page in the order of an index: %s', async (query, index) => {
    expectInOrderOf(await plansOf(() => app.api.get(`/v1/audit-events?limit=50&${query}`)), index);
  });

  it('continues from the cursor by an index condition', async () => {
    const next = await cursorOf('/v1/audit-events?limit=20');
    const node = expectInOrderOf(await plansOf(() => app.api.get(`/v1/audit-events?cursor=${next}`)), 'audit_events_newest_idx');
    expect(node['Index Cond']).toMatch(/ROW\(.*created_at, .*id\)/);
  });
});

describe('the list of runs', () => {
  const path = (query: string) => `/v1/forms/${large.formId}/workflow-runs?limit=50&${query}`;
  const NEWEST = 'workflow_runs_newest_idx';

  it.each(['', 'status=succeeded', 'run_kind=production', 'workflow_version=1&status=succeeded', 'delivery_uncertain=false'])(
    'reads its page in the order of an index when most runs match: %s',
    async (query) => {
      const indexes = [NEWEST, 'workflow_runs_ended_idx', 'workflow_runs_ended_version_idx'];
      expectInOrderOf(await plansOf(() => app.api.get(path(query))), ...indexes);
    },
  );

  it.each([
    ['status=failed', 'workflow_runs_attention_idx'],
    ['status=cancelled', 'workflow_runs_ended_idx'],
    ['run_kind=test', 'workflow_runs_tests_idx'],
    ['delivery_uncertain=true', 'workflow_runs_attention_idx'],
    ['workflow_version=7&status=succeeded', 'workflow_runs_ended_version_idx'],
  ])('reads its page in the order of an index of the filter when no run matches: %s', async (query, index) => {
    const plans = await plansOf(() => app.api.get(path(query)));
    const node = expectInOrderOf(plans, index);
    expect(node['Index Cond']).toContain('form_id');
  });

  it.each([
    ['status=running', 'workflow_runs_due_idx'],
    ['status=blocked_plan_limits', 'workflow_runs_blocked_idx'],
    ['submission_id=019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f', 'workflow_runs_of_submission_key'],
  ])('reads only runs that match when they are few: %s', async (query, index) => {
    expect(indexesOf(await plansOf(() => app.api.get(path(query))))).toContain(index);
  });

  it.each([
    ['', 'workflow_runs_newest_idx'],
    ['attention=true', 'workflow_runs_attention_idx'],
    ['status=failed', 'workflow_runs_attention_idx'],
    ['delivery_uncertain=true', 'workflow_runs_attention_idx'],
    ['submission_id=019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f', 'workflow_runs_of_submission_key'],
  ])('of all forms reads each form by an index: %s', async (query, index) => {
    const plans = await plansOf(() => app.api.get(`/v1/workflow-runs?limit=50&${query}`), TABLES_OF_FORMS);
    expect(indexesOf(plans)).toContain(index);
  });

  it.each([
    ['workflow_version=7', 'workflow_runs_ended_version_idx'],
    ['min_compute_points=4', 'workflow_runs_ended_points_idx'],
    ['max_compute_points=2', 'workflow_runs_ended_points_idx'],
    ['min_compute_points=4&status=succeeded', 'workflow_runs_ended_points_idx'],
  ])('reads no runs of the form in vain when only other forms have runs that match: %s', async (query, index) => {
    const indexes = indexesOf(await plansOf(() => app.api.get(path(query))));
    expect(indexes).toContain(index);
    expect(indexes).not.toContain(NEWEST);
    expect(indexes).not.toContain('workflow_runs_ended_idx');
  });
});

it('a test of a draft finds its submission by primary key, and the newest one by index', async () => {
  const sources = app.app.get(RunDetailsRepository);
  const byId = await plansOf(() => sources.submission(large.formId, v7()));
  expect(indexesOf(byId)).toEqual(['submissions_pkey']);
  expectInOrderOf(await plansOf(() => sources.submission(large.formId, null)), 'submissions_accepted_newest_idx');
});

it('a proof of work that is automatic looks at the last submissions by an index', async () => {
  const spam = { ...settingsOf({}).spam, proof_of_work: 'auto' } as const;
  const plans = await plansOf(() => app.app.get(AdaptiveProofOfWork).settingsOf(large.formId, spam));
  const indexes = plans.flatMap((nodes) => nodes.map((node) => node['Index Name'])).filter(Boolean);
  expect(indexes).toEqual(expect.arrayContaining(['submissions_accepted_source_idx', 'submissions_quarantined_idx']));
  expect(plans.flat().filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
});

it('a test of the checks of spam reads each kind of submissions by an index', async () => {
  const plans = await plansOf(() => app.api.post(`/v1/forms/${large.formId}/spam/test`, { last: 100 }));
  const indexes = plans.flatMap((nodes) => nodes.map((node) => node['Index Name'])).filter(Boolean);
  expect(indexes).toEqual(expect.arrayContaining(['submissions_accepted_source_idx', 'submissions_quarantined_idx']));
  expect(plans.flat().filter((node) => node['Relation Name'] === 'submissions' && node['Node Type'] === 'Seq Scan')).toEqual([]);
});

describe('the list of submissions', () => {
  const path = (query: string) => `/v1/forms/${large.formId}/submissions?${query}`;
  const NEWEST = 'submissions_accepted_newest_idx';
  const UNREAD = 'submissions_accepted_unread_idx';
  const READ = 'submissions_accepted_read_idx';
  const SOURCE = 'submissions_accepted_source_idx';
  const recently = () => new Date(Date.now() - 3_600_000).toISOString();

  it.each<[string, ...string[]]>([
    ['', NEWEST],
    ['read_status=unread', UNREAD],
    ['read_status=read', READ],
    ['source=api', SOURCE],
    ['source=hosted_form&read_status=unread', SOURCE, UNREAD],
    ['source=form_submit&read_status=read', SOURCE, READ],
    ['received_after=$then', NEWEST],
    ['received_before=$then', NEWEST],
    ['received_before=$then&read_status=unread', UNREAD],
    ['received_after=$then&source=api', SOURCE],
  ])('reads its page in either order of an index: %s', async (query, ...indexes) => {
    for (const order of ['newest', 'oldest']) {
      const filter = `limit=20&order=${order}&${query.replace('$then', recently())}`;
      expectInOrderOf(await plansOf(() => app.api.get(path(filter))), ...indexes);
      const cursor = await cursorOf(path(filter));
      const node = expectInOrderOf(await plansOf(() => app.api.get(path(`${filter}&cursor=${cursor}`))), ...indexes);
      expect(node['Index Cond']).toMatch(/ROW\(.*received_at, .*id\)/);
    }
  });

  it.each([
    ['', NEWEST],
    ['read_status=unread', UNREAD],
    ['source=api', SOURCE],
    ['search=nothing', NEWEST],
    ['search=nothing%20else', NEWEST],
    ['search=nothing&search_field=email', NEWEST],
    ['has_files=true', NEWEST],
    ['delivery=failed', NEWEST],
  ])('of all forms reads each form in the order of an index: %s', async (query, index) => {
    const plans = await plansOf(() => app.api.get(`/v1/submissions?limit=50&${query}`), TABLES_OF_FORMS);
    const ofSubmissions = plans.filter((nodes) => nodes.some((node) => node['Relation Name'] === 'submissions'));
    expect(ofSubmissions).toHaveLength(2);
    for (const nodes of ofSubmissions) {
      const used = nodes.filter((node) => node['Relation Name'] === 'submissions').map((node) => node['Index Name']);
      expect(new Set(used)).toEqual(new Set([index]));
    }
  });

  it.each([
    ['', NEWEST],
    ['read_status=unread', UNREAD],
    ['source=api', SOURCE],
    ['search=nothing', NEWEST],
  ])('are counted by an index: %s', async (query, index) => {
    const plans = await plansOf(() => app.api.get(`/v1/submissions/count?form=${large.formId}&${query}`), TABLES_OF_FORMS);
    const used = plans.flat().filter((node) => node['Relation Name'] === 'submissions');
    expect(new Set(used.map((node) => node['Index Name']))).toEqual(new Set([index]));
  });

  it.each(['newest', 'oldest'] as const)('is exported by pages of an index, which do not sort what they leave out: %s', async (order) => {
    const reader = app.app.get(SubmissionReader);
    const plans = await plansOf(async () => {
      const pages = reader.read(large.formId, { state: 'accepted', order }, { withHistories: false, limit: 200 });
      for await (const { submissions } of pages) expect(submissions).not.toEqual([]);
    });
    const read = plans.flat().filter((node) => node['Relation Name'] === 'submissions');
    expect(read).toHaveLength(order === 'oldest' ? 3 : 2); // two pages, and where the first of them begins
    for (const node of read) expect(node).toMatchObject({ 'Index Name': NEWEST, 'Parent Relationship': 'Outer' });
    const limits = plans.flat().filter(({ Plans: children = [] }) => children.some((node) => read.some((other) => same(node, other))));
    expect(limits.map((node) => node['Node Type'])).not.toContain('Sort');
  });

  it('names the source in the text of its statement, since the plan for any source reads the whole form for a rare one', async () => {
    const [page] = (await statementsDuring(() => app.api.get(path('source=api')))).filter(({ sql }) => sql.includes('from submissions'));
    expect(page!.sql).toContain("s.source = 'api'");
  });

  it('reads a page far into the list from as few blocks as the first page', async () => {
    const oldest = await client.query<{ id: string; received_at: Date }>(
      `select id, received_at from submissions where form_id = $1 and state = 'accepted' order by received_at, id offset 60 limit 1`,
      [large.formId],
    );
    const statements = await statementsDuring(() => app.api.get(path('limit=50')));
    const page = statements.find(({ sql }) => sql.includes('from submissions'));
    const blocks = async (at: unknown, id: string) => {
      const parameters = page!.parameters.toSpliced(2, 2, at, id);
      const explain = `explain (analyze, buffers, format json) ${page!.sql}`;
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(explain, parameters);
      const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
      return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
    };
    const { id, received_at: at } = oldest.rows[0]!;
    const first = await blocks('infinity', '00000000-0000-0000-0000-000000000000');
    expect(await blocks(at, id)).toBeLessThan(first + 20);
  });

  it('reads, marks and deletes a submission by primary key, and finds the next latest one by index', async () => {
    const { body } = await app.api.get<{ id: string }[]>(path('limit=1'));
    const one = `/v1/forms/${large.formId}/submissions/${body.data[0]!.id}`;
    expect(indexesOf(await plansOf(() => app.api.get(one)))).toContain('submissions_pkey');
    const marking = async () => expect((await app.api.patch(one, { read: true })).status).toBe(200);
    expect(indexesOf(await plansOf(marking))).toContain('submissions_pkey');
    const deleting = async () => expect((await app.api.delete(`${one}?permanently=true`)).status).toBe(200);
    expectInOrderOf(await plansOf(deleting), NEWEST);
  });

  it('reads the trash, and what of it is due, by indexes of the trash alone', async () => {
    expectInOrderOf(await plansOf(() => app.api.get(path('trash=only'))), 'submissions_trashed_idx');
    expectInOrderOf(await plansOf(() => app.api.get(path('trash=only&state=accepted&order=oldest'))), 'submissions_trashed_idx');
    const purging = indexesOf(await plansOf(() => app.app.get(DeletionService).purge()));
    expect(purging).toContainEqual(expect.stringMatching(/^submissions_(deleted_at|trashed)_idx$/));
  });
});

describe('a submission', () => {
  it('is stored by primary keys, with and without an idempotency key', async () => {
    const form = { id: large.formId };
    expect(await reload(app.api, form)).toMatchObject({ status: 'enabled' });
    const statements = await statementsDuring(async () =>
      expect((await submit(app.api, form, { n: 1 }, { 'idempotency-key': 'k' })).status).toBe(201),
    );
    const { sql, parameters } = statements.find((sent) => sent.sql.includes('accept_submissions'))!;
    const [sent] = JSON.parse(parameters[0] as string) as Record<string, unknown>[];
    const aBatch = (n: number) =>
      JSON.stringify([
        { ...sent, id: v7(), run_id: v7(), key_hash: `\\x${n}0` },
        { ...sent, id: v7(), run_id: v7(), key_hash: `\\x${n}0` },
        { ...sent, id: v7(), run_id: v7(), key_hash: undefined },
      ]);
    const { tables, indexes } = await scansDuring(async () => {
      for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await client.query(sql, [aBatch(n)]); // the last ones use generic plans
    });
    expect(tables.filter((table) => LARGE_TABLES.includes(table))).toEqual([]);
    expect(indexes).toEqual(expect.arrayContaining(['forms_pkey', 'form_stats_pkey', 'submission_idempotency_keys_pkey']));
  });
});

describe('an API key', () => {
  it('is looked up by its public part', async () => {
    const key = await app.key();
    const plans = await plansOf(() => app.api.get('/v1/capabilities', { key }));
    expect(indexesOf(plans)).toEqual(expect.arrayContaining(['api_key_secrets_pkey', 'api_keys_pkey']));
  });
});

describe('periodic tasks', () => {
  it('delete expired rows in the order of an index', async () => {
    const receipts = app.app.get(IdempotencyKeysService);
    const records = app.app.get(IdempotencyRecordsRepository);
    expectInOrderOf(await plansOf(() => receipts.sweep()), 'submission_idempotency_keys_expires_at_idx');
    expectInOrderOf(await plansOf(() => records.deleteExpired()), 'idempotency_records_expires_at_idx');
    const runs = app.app.get(RunsRepository);
    expectInOrderOf(await plansOf(() => runs.deleteExpired(400)), 'workflow_runs_completed_idx');
  });

  it('purge a deleted form by primary keys', async () => {
    const { etag } = await reload(app.api, { id: large.formId });
    expect((await app.api.delete(`/v1/forms/${large.formId}`, { ifMatch: etag })).status).toBe(200);
    await client.query('analyze forms');
    const plans = await plansOf(() => app.app.get(FormDeletionService).purgeBatch());
    expect(indexesOf(plans)).toEqual(expect.arrayContaining(['submissions_pkey', 'submission_idempotency_keys_pkey']));
  });
});
