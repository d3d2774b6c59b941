import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aField, aForm } from '../../support/forms';
import { aDefinition, aDraft, aFanOut, aNode, aWebhook, START, STORE, readWorkflow } from '../../support/workflows';
import { AccountSecretsService } from '../../../src/accounts/account-secrets.service';
import type { PublishError } from '../../../src/workflows/model/publish-error.types';
import { PUBLISH_CODES } from '../../../src/workflows/model/publish-error.types';
import type { Definition } from '../../../src/workflows/model/definition.types';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
  await app.app.get(AccountSecretsService).set(app.accountId, 'BOUND', 'x', ['crm.example.com']);
});
afterAll(() => app.close());

const path = ({ id }: { id: string }) => `/v1/forms/${id}/workflow/publish`;
const publish = (form: { id: string }, ifMatch = '*', idempotencyKey?: string) =>
  app.api.post(path(form), undefined, { ifMatch, ...(idempotencyKey && { idempotencyKey }) });

const PLAN = { name: 'plan', type: 'string', required: false, options: ['free'] };

describe('422', () => {
  const refused: [PublishError['code'], Definition, Partial<PublishError>][] = [
    ['no_trigger', aDefinition([STORE]), {}],
    ['multiple_triggers', aDefinition([START, aNode('two', 'submission_received'), STORE], 'start>store', 'two>store'), { node_id: 'two' }],
    ['invalid_config', aFanOut(aNode('crm', 'webhook')), { node_id: 'crm', path: 'config.url' }],
    [
      'unknown_port',
      aDefinition([START, STORE], 'start:left>store'),
      { node_id: 'start', edge_id: 'start-left-store', path: 'source_port' },
    ],
    ['cycle', aDefinition([START, aWebhook('a'), aWebhook('b')], 'start>a', 'a>b', 'b>a'), { node_id: 'b', edge_id: 'b-a' }],
    ['unreachable_node', aDefinition([START, STORE, aWebhook('a')], 'start>store'), { node_id: 'a' }],
    [
      'unknown_field',
      aFanOut(aWebhook('a', { body: { mode: 'template', template: '{{ fields.gone }}' } })),
      { node_id: 'a', path: 'config.body.template' },
    ],
    [
      'unknown_option',
      aDefinition(
        [START, aNode('paying', 'filter', { where: { field: 'plan', op: 'eq', value: 'gone' } }), STORE],
        'start>paying',
        'paying>store',
      ),
      { node_id: 'paying', path: 'config.where.value' },
    ],
    [
      'unknown_path',
      aFanOut(aWebhook('a', { body: { mode: 'template', template: '{{ nodes.b.output }}' } })),
      { node_id: 'a', path: 'config.body.template' },
    ],
    [
      'unknown_secret',
      aFanOut(aWebhook('a', { headers: { 'X-Token': '{{ secrets.GONE }}' } })),
      { node_id: 'a', path: 'config.headers.X-Token' },
    ],
    ['blocked_url', aFanOut(aWebhook('a', { url: 'http://169.254.169.254/latest' })), { node_id: 'a', path: 'config.url' }],
    [
      'host_not_allowed',
      aFanOut(aWebhook('a', { headers: { 'X-Token': '{{ secrets.BOUND }}' } })),
      { node_id: 'a', path: 'config.headers.X-Token' },
    ],
    [
      'untrusted_recipient',
      aFanOut(aNode('thanks', 'email', { to: ['{{ fields.plan }}'], subject: 'Hi' })),
      { node_id: 'thanks', path: 'config.to' },
    ],
    [
      'copy_not_allowed',
      aFanOut(aNode('told', 'email', { to: ['a@example.com'], subject: 'Hi', body_text: '{{ submission.copy }}' })),
      { node_id: 'told', path: 'config.body_text' },
    ],
    ['no_destination', aDefinition([START]), {}],
  ];

  it('covers every error code', () => {
    expect(refused.map(([code]) => code)).toEqual([...PUBLISH_CODES]);
  });

  it.each(refused)('reports %s and publishes nothing', async (code, definition, at) => {
    const form = await aForm(app.api, { fields: [PLAN] });
    const etag = await aDraft(app.api, form, definition);
    const answer = await publish(form, etag);
    expectError(answer, 'workflow_validation_failed');
    const item = { code, message: expect.any(String), node_id: null, edge_id: null, path: null, ...at };
    expect(answer.body.error!.details).toEqual({ items: [item] });
    expect(await readWorkflow(app.api, form)).toMatchObject({ published: null, etag });
  });

  it.each([
    ['http://crm.example.com:22/', 'port'],
    ['ftp://crm.example.com/', 'scheme'],
    ['https://user:secret@crm.example.com/', 'credentials'],
    ['https://10.1.2.3/', 'private network'],
  ])('tells why %s is blocked: the %s', async (url, reason) => {
    const form = await aForm(app.api);
    await aDraft(app.api, form, aFanOut(aWebhook('a', { url })));
    const { items } = (await publish(form)).body.error!.details as { items: PublishError[] };
    expect(items).toEqual([expect.objectContaining({ code: 'blocked_url', path: 'config.url' })]);
    expect(items[0]!.message).toContain(reason);
  });

  it('reports a condition on the content of a file', async () => {
    const form = await aForm(app.api, { fields: [{ name: 'cv', type: 'file' }] });
    const filter = aNode('f', 'filter', { where: { field: 'cv', op: 'ends_with', value: '.pdf' } });
    await aDraft(app.api, form, aDefinition([START, filter, STORE], 'start>f', 'f>store'));
    const { items } = (await publish(form)).body.error!.details as { items: PublishError[] };
    expect(items).toEqual([expect.objectContaining({ code: 'invalid_config', path: 'config.where.op' })]);
  });

  it('reports all errors at once', async () => {
    const form = await aForm(app.api);
    await aDraft(app.api, form, aDefinition([START, aNode('f', 'filter'), aWebhook('a', { method: 'GET' })], 'start:x>f'));
    const { items } = (await publish(form)).body.error!.details as { items: PublishError[] };
    expect(new Set(items.map(({ code }) => code))).toEqual(new Set(['unreachable_node', 'unknown_port', 'invalid_config']));
  });

  it('validates against the current fields of the form', async () => {
    const form = await aForm(app.api);
    const body = { mode: 'template', template: '{{ fields.email | json }}' };
    await aDraft(app.api, form, aFanOut(aWebhook('a', { body })));
    expectError(await publish(form), 'workflow_validation_failed');
    const field = await aField(app.api, form, { name: 'email' });
    expect((await publish(form)).status).toBe(201);
    await app.api.delete(`/v1/forms/${form.id}/fields/${field.id}`, { ifMatch: '*' });
    expectError(await publish(form), 'workflow_validation_failed');
  });

  it('does not find a secret of another account', async () => {
    const { accountId } = await app.stranger();
    await app.app.get(AccountSecretsService).set(accountId, 'THEIRS', 'x');
    const form = await aForm(app.api);
    await aDraft(app.api, form, aFanOut(aWebhook('a', { headers: { 'X-Token': '{{ secrets.THEIRS }}' } })));
    expectError(await publish(form), 'workflow_validation_failed');
  });

  it('leaves the Idempotency-Key unused, so that it works once the draft is corrected', async () => {
    const form = await aForm(app.api);
    await aDraft(app.api, form, aDefinition([STORE]));
    expectError(await publish(form, '*', 'mended'), 'workflow_validation_failed');
    await aDraft(app.api, form, aFanOut(STORE));
    expect((await publish(form, '*', 'mended')).status).toBe(201);
  });

  it('refuses a body', async () => {
    const form = await aForm(app.api);
    const answer = await app.api.post(path(form), { definition: aFanOut(STORE) }, { ifMatch: '*' });
    expectFieldErrors(answer, 'definition');
  });
});
