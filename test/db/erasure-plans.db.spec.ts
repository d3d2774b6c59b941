import { Client } from 'pg';
import { ErasureJobService } from '../../src/erasures/erasure-job.service';
import { startApp } from '../support/app';
import { atEnd } from '../support/at-end';
import { aForm } from '../support/forms';
import { type Statement, statementsDuring } from '../support/queries';

it('an erasure reads its pages in the order of the primary key, whether the planner has statistics or not', async () => {
  const app = await startApp();
  const form = await aForm(app.api);
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  atEnd(() => client.end());
  await client.query('alter table submissions set (autovacuum_enabled = false)');
  await client.query(FILL, [form.id]);
  await app.api.post('/v1/erasures', { value: 'nobody@example.com', dry_run: true });
  const sent = await statementsDuring(() => app.app.get(ErasureJobService).runBatch());
  const at = sent.findIndex(({ sql }) => sql.includes('from submissions s'));
  const [setting, page] = [sent.slice(0, at).findLast(({ sql }) => sql.includes('set_config'))!, sent[at]!];
  for (const preparation of ['select', 'analyze submissions']) {
    await client.query(preparation);
    expect(await nodesOf(client, setting, page)).toEqual(['Limit', 'Index Scan using submissions_pkey']);
  }
});

/** The nodes that read submissions, as the statement is planned after the setting. */
async function nodesOf(client: Client, setting: Statement, page: Statement): Promise<string[]> {
  await client.query('begin');
  await client.query(setting.sql, setting.parameters);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${page.sql}`, page.parameters);
  await client.query('rollback');
  const lines = rows.map((row) => row['QUERY PLAN']);
  const end = lines.findIndex((line) => line.includes('SubPlan'));
  return lines.slice(0, end).flatMap((line) => /(Limit|Sort|Bitmap.*|Seq Scan|Index Scan using \w+)/.exec(line)?.[0] ?? []);
}

const FILL = `
  insert into submissions (id, form_id, source, fields, received_at)
  select gen_random_uuid(), $1, 'api', '{"note": "a value"}', date_trunc('milliseconds', now()) from generate_series(1, 5000)`;
