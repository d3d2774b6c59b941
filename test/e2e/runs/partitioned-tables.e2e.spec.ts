import { RunsRepository } from '../../../src/workflows/runs/store/runs.repository';
import { INVARIANTS } from '../../../src/cli/verify/invariants.sql';
import { withConnection } from '../../../src/platform/database/open-database';
import type { TestApp } from '../../support/app';
import { reload } from '../../support/forms';
import { aPublishedForm, aRunOf, listRuns, startRunningApp } from '../../support/runs';
import { aDefinition, aFanOut, aNode, START, STORE } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await startRunningApp();
  await withConnection(app.databaseUrl, (client) => client.query(PARTITION)); // without the time limit of the service
});
afterAll(() => app.close());

/**
 * Replaces the tables that grow with submissions by tables with four hash partitions by form, and the same keys,
 * references and triggers.
 */
const PARTITION = `
  do $$
  declare
    tables text[] := array['submissions', 'submission_idempotency_keys', 'submission_files', 'notifications', 'workflow_runs', 'workflow_run_steps'];
    name text;
    statement text;
    later text[] := '{}';
  begin
    foreach name in array tables loop
      later := later || array(select format('alter table %I add %s', name, pg_get_constraintdef(oid))
          from pg_constraint where conrelid = name::regclass and contype = 'f')
        || array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = name::regclass and not tgisinternal);
    end loop;
    foreach name in array tables loop
      execute format('alter table %I rename to %I', name, name || '_plain');
      execute format('create table %I (like %I including all) partition by hash (form_id)', name, name || '_plain');
      for n in 0..3 loop
        execute format('create table %I partition of %I for values with (modulus 4, remainder %s)', name || n, name, n);
      end loop;
    end loop;
    foreach name in array tables loop
      execute format('drop table %I cascade', name || '_plain');
    end loop;
    foreach statement in array later loop
      execute statement;
    end loop;
  end $$`;

it('the service stores, executes, lists, repeats and deletes on partitioned tables', async () => {
  const forms = [];
  for (let n = 0; n < 4; n += 1) forms.push(await aPublishedForm(app, aFanOut(STORE)));
  for (const form of forms) {
    const runs = [await aRunOf(app, form), await aRunOf(app, form)];
    for (const run of runs) await run.reach('succeeded');
    expect(await listRuns(app, form)).toHaveLength(2);
    expect(await runs[0]!.statuses()).toEqual({ start: 'succeeded', store: 'succeeded' });
    const path = `/v1/forms/${form.id}/submissions`;
    expect((await app.api.get<object[]>(path)).body.data).toHaveLength(2);
    expect((await app.api.delete(`${path}/${runs[0]!.submissionId}?permanently=true`)).status).toBe(200);
    expect((await app.api.delete(`${path}/${runs[1]!.submissionId}`)).status).toBe(200);
    expect((await app.api.post(`${path}/${runs[1]!.submissionId}/restore`)).status).toBe(200);
    expect(await listRuns(app, form)).toHaveLength(1);
  }
  const [deleted, ...others] = forms;
  const { etag } = await reload(app.api, deleted!);
  expect((await app.api.delete(`/v1/forms/${deleted!.id}`, { ifMatch: etag })).status).toBe(200);
  expect(await app.app.get(RunsRepository).deleteExpired(1)).toBe(0);
  await app.database.query(`update workflow_runs set completed_at = completed_at - interval '2 days' where form_id = $1`, [others[0]!.id]);
  expect(await app.app.get(RunsRepository).deleteExpired(1)).toBe(1);
  expect(await listRuns(app, others[0]!)).toEqual([]);
  for (const invariant of Object.values(INVARIANTS)) expect(await app.database.query(invariant)).toEqual([]);
});

it('runs wait, are cancelled and are retried there', async () => {
  const wait = aNode('wait', 'delay', { seconds: 3600 });
  const run = await aRunOf(app, await aPublishedForm(app, aDefinition([START, wait, STORE], 'start>wait', 'wait>store')));
  await run.reachStep('wait', 'waiting');
  expect((await run.cancel()).status).toBe(200);
  const again = await run.repeated();
  await again.reachStep('wait', 'waiting');
  await again.makeDue();
  await again.reach('succeeded');
});
