import type { PublishError } from '../../../src/workflows/model/publish-error.types';
import { expectError, type Answer } from '../../support/api';
import type { TestApp } from '../../support/app';
import { anEnabledForm, etagOf } from '../../support/forms';
import type { Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import { aPublishedForm, aRun, aRunOf, aTest } from '../../support/runs';
import { aDraft, aFanOut, aVersion, aWebhook, readWorkflow, workflowPath } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

const withBody = (template: string, more: object = {}) =>
  aFanOut(aWebhook('crm', { url: receiver.url('/crm'), body: { mode: 'template', template, ...more } }));
const sent = (): unknown => JSON.parse(receiver.to('/crm')[0]!.body);
const itemsOf = (answer: Answer) => (answer.body.error!.details as { items: PublishError[] }).items;

/** A form whose published version is one of before values were escaped. */
async function anOlderForm(template: string, more?: object) {
  const form = await aPublishedForm(app, withBody('{}'));
  await app.database.query(
    `insert into workflow_versions (id, workflow_id, version, definition, fingerprint, node_count, min_cost, max_cost, published_at)
     select gen_random_uuid(), workflow_id, 2, $2, fingerprint, node_count, min_cost, max_cost, now()
     from workflow_versions where workflow_id = (select id from workflows where form_id = $1)`,
    [form.id, JSON.stringify(withBody(template, more))],
  );
  await app.database.query('update workflows set published_version = 2 where form_id = $1', [form.id]);
  return form;
}

describe('a template of JSON', () => {
  it('keeps every value in its place', async () => {
    const name = '"}\\\r\n","admin":"yes\u2028';
    const template =
      '{"name":"{{ fields.name }}","again":{{ fields.name | json }},"gone":{{ fields.country | json }},"n":{{ fields.budget | json }}}';
    await (await aRun(app, withBody(template, { content_type: 'application/vnd.api+json' }), { name, budget: 3 })).reach('succeeded');
    expect(sent()).toEqual({ name, again: name, gone: null, n: 3 });
  });

  it('is refused by publishing and by a test, with the sample and the place', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'budget', type: 'number' }] });
    const ifMatch = await aDraft(app.api, form, withBody('{\n  "n": {{ fields.budget }}\n}'));
    const refused = { code: 'invalid_config', node_id: 'crm', edge_id: null, path: 'config.body.template' };
    for (const answer of [
      await app.api.post(`${workflowPath(form)}/publish`, undefined, { ifMatch }),
      await app.api.post(`${workflowPath(form)}/test`, { source: 'sample' }, { ifMatch }),
    ]) {
      expectError(answer, 'workflow_validation_failed');
      expect(itemsOf(answer)).toEqual([{ ...refused, message: expect.stringMatching(/every field missing.*line 2, column 8/) }]);
    }
  });

  it('fails its step without sending anything when a value does not fit all the same, and says where', async () => {
    const form = await aPublishedForm(app, withBody('{"n":{{ fields.budget | default: 0 }}}'));
    await app.api.patch(`/v1/forms/${form.id}`, { validate_fields: false }, { ifMatch: await etagOf(app.api, form) });
    const run = await aRunOf(app, form, { budget: '1,"admin":true' });
    expect(await run.reach('failed')).toMatchObject({ error_code: 'invalid_template_output', consumed_compute_points: 0 });
    expect((await run.step('crm')).output).toEqual({ message: expect.stringContaining('line 1, column 6') });
    expect(receiver.requests).toEqual([]);
  });

  it('of another content type is sent as it is rendered', async () => {
    const run = await aRun(app, withBody('"{{ fields.name }}', { content_type: 'text/plain' }), { name: '"' });
    await run.reach('succeeded');
    expect(receiver.to('/crm')[0]!.body).toBe('""');
  });

  it('shows in a test what will be sent', async () => {
    const run = await aTest(app, withBody('{"name":"{{ fields.name }}"}'), { source: 'manual', fields: { name: '"' } });
    await run.reach('succeeded');
    expect((await run.step('crm')).output).toMatchObject({ request: { body: '{"name":"\\""}' } });
  });
});

describe('a version that was published before values were escaped', () => {
  it('is rendered as before, and named in the warnings of its workflow until it is published again', async () => {
    const form = await anOlderForm('{"name":"{{ fields.name }}"}');
    await (await aRunOf(app, form, { name: '\\u0041' })).reach('succeeded');
    expect(sent()).toEqual({ name: 'A' });
    const [warning, ...others] = (await readWorkflow(app.api, form)).warnings!;
    expect([others, warning]).toEqual([
      [],
      expect.stringMatching(/^Version 2 .* crm\. With a quotation mark in every text: .*line 1, column 1\d/),
    ]);
    await aVersion(app.api, form, withBody('{"name":"{{ fields.name }}"}'));
    expect(await readWorkflow(app.api, form)).not.toHaveProperty('warnings');
  });

  it('sends no broken JSON, and other texts as before', async () => {
    const form = await anOlderForm('{"name":"{{ fields.name }}"}');
    const run = await aRunOf(app, form, { name: 'a "b"' });
    expect(await run.reach('failed')).toMatchObject({ error_code: 'invalid_template_output' });
    expect(receiver.requests).toEqual([]);
    await (await aRunOf(app, await anOlderForm('name={{ fields.name }}'), { name: '"' })).reach('succeeded');
    expect(receiver.to('/crm')[0]!.body).toBe('name="');
  });

  it('is answered anew where it has warnings, since they depend on the fields', async () => {
    const form = await anOlderForm('{"name":"{{ fields.name }}"}');
    const { etag } = await readWorkflow(app.api, form);
    expect((await app.api.get(workflowPath(form), { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});
