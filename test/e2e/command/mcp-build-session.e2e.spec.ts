import type { TestApp } from '../../support/app';
import { changedTables, databaseContents } from '../../support/database-contents';
import { anEnabledForm, aSubmission, setSettings } from '../../support/forms';
import { anAgentHost } from '../../support/mcp';
import { startRunningApp } from '../../support/runs';
import { aFanOut, aVersion, aWebhook, readWorkflow } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

/** The tables of the draft, the run of its test, the new form, and the use of the key. */
const EXPECTED = [
  ...['workflows', 'workflow_runs', 'workflow_run_steps', 'forms', 'form_stats', 'idempotency_records', 'audit_events'],
  ...['api_keys', 'api_key_secrets'],
];

const stateOf = ({ id }: { id: string }) =>
  Promise.all(['', '/settings', '/workflow', '/submissions'].map(async (path) => (await app.api.get(`/v1/forms/${id}${path}`)).body.data));

it('an agent that builds writes nothing but a draft, its test and a disabled form, and shows no secret and no text of a visitor', async () => {
  const [form, other] = [await anEnabledForm(app.api, { name: 'Session' }), await anEnabledForm(app.api, { name: 'Bystander' })];
  await aVersion(app.api, form, aFanOut(aWebhook('crm', { headers: { authorization: 'Bearer crm-secret-4711' } })));
  await setSettings(app.api, other, { page: { title: 'Mine' } });
  await aSubmission(app.api, other, { email: 'visitor@example.com' });
  const scopes = ['forms:read', 'forms:create', 'workflows:read', 'workflows:write', 'workflows:test'] as const;
  const agent = await anAgentHost(app.api, 'build', await app.key({ scopes: [...scopes] }));
  const bystander = await stateOf(other);
  const before = await databaseContents(app);

  const { text } = await agent.call('read_form', { form_id: form.id });
  await agent.call('plan_definition', { form_id: form.id, definition: text });
  const saved = await agent.call('save_draft', {
    form_id: form.id,
    definition: text.replace('type: webhook', 'type: webhook\n      name: CRM'),
  });
  const created = await agent.call('create_form', { definition: 'name: Made in the session\n' });
  const tested = await agent.call('test_workflow', { form_id: form.id });
  expect([saved.isError, created.isError, tested.isError]).toEqual([false, false, false]);

  const written = changedTables(before, await databaseContents(app));
  expect(written.filter((name) => !EXPECTED.includes(name))).toEqual([]);
  expect(await stateOf(other)).toEqual(bystander);
  const { body } = await app.api.get(`/v1/forms/${form.id}`);
  expect(body.data).toMatchObject({ status: 'enabled', revision: form.revision });
  expect((await readWorkflow(app.api, form)).published!.version).toBe(1);
  expect(`${agent.output()}${agent.errors()}`).not.toMatch(/crm-secret|visitor@|fst_|fck_/);
});
