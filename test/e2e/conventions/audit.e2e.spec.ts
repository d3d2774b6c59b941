import { randomUUID } from 'node:crypto';
import { AuditEventsRepository } from '../../../src/api/operation/audit-events.repository';
import type { Answer, Api } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm } from '../../support/forms';
import { keyIdOf } from '../../support/keys';
import type { PathIds } from '../../support/operations';
import {
  addressWith,
  createPathIds,
  exampleCallOf,
  isRead,
  makeWaiting,
  methodOf,
  OPERATION_PATHS,
  operationsOf,
} from '../../support/operations';

let app: TestApp;
let keyId: string;
let api: Api;
let form: CreatedForm;
beforeAll(async () => {
  app = await startApp({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'forms@example.com' }); // invitations need a mail server, which these tests do not ask
});
beforeEach(async () => {
  const key = await app.key();
  keyId = await keyIdOf(app, key);
  api = app.api.as(key);
  form = await aForm(api, { fields: ['a', 'b'].map((name) => ({ name, type: 'string' })) });
});
afterAll(() => app.close());

const path = () => `/v1/forms/${form.id}`;

/** The newest audit event. */
const lastLine = () =>
  app.database.queryOne(
    `select account_id, api_key_id, action, form_id, resource_id, revision_before, revision_after, request_id
       from audit_events where api_key_id = $1 order by id desc limit 1`,
    [keyId],
  );

const countLines = async (): Promise<number> =>
  (await app.database.query('select 1 from audit_events where api_key_id = $1', [keyId])).length;

describe('each change writes an audit event with actor, action and target', () => {
  it.each<[string, () => Promise<Answer>, object]>([
    ['PATCH /v1/forms/:id', () => api.patch(path(), { name: 'Edited' }, { ifMatch: '*' }), { revision_before: 1, revision_after: 2 }],
    [
      'PATCH /v1/forms/:form/fields/:field',
      () => api.patch(`${path()}/fields/${form.fields[0]!.id}`, { label: 'A' }, { ifMatch: '*' }),
      { revision_before: 1, revision_after: 2 },
    ],
    [
      'DELETE /v1/forms/:form/fields/:field',
      () => api.delete(`${path()}/fields/${form.fields[0]!.id}`, { ifMatch: '*' }),
      { revision_before: 1, revision_after: 2 },
    ],
    [
      'PUT /v1/forms/:form/fields/reorder',
      () => api.put(`${path()}/fields/reorder`, { order: form.fields.map(({ id }) => id).reverse() }, { ifMatch: '*' }),
      { revision_before: 1, revision_after: 2 },
    ],
    ['DELETE /v1/forms/:id', () => api.delete(path(), { ifMatch: '*' }), { revision_before: 1 }],
  ])('%s', async (action, change, revisions) => {
    const { headers, status } = await change();
    expect(status).toBe(200);
    expect(await lastLine()).toMatchObject({
      account_id: app.accountId,
      api_key_id: keyId,
      action,
      form_id: form.id,
      resource_id: action.includes(':field') ? form.fields[0]!.id : null,
      request_id: headers['x-request-id'],
      ...revisions,
    });
  });

  it('POST /v1/forms/:form/fields', async () => {
    const field = { name: 'c', type: 'string', required: false };
    const answer = await api.post(`${path()}/fields`, field, { ifMatch: form.etag });
    expect(await lastLine()).toMatchObject({
      action: 'POST /v1/forms/:form/fields',
      form_id: form.id,
      resource_id: answer.body.data.id,
      revision_before: 1,
      revision_after: 2,
    });
  });

  it('POST /v1/forms/:form/workflow/publish', async () => {
    const answer = await api.post(`${path()}/workflow/publish`, undefined, { ifMatch: '*' });
    expect(await lastLine()).toMatchObject({
      action: 'POST /v1/forms/:form/workflow/publish',
      form_id: form.id,
      resource_id: answer.body.data.id,
    });
  });

  it('POST /v1/forms, without its secret', async () => {
    expect(await lastLine()).toMatchObject({ action: 'POST /v1/forms', form_id: form.id, resource_id: null });
    expect(JSON.stringify(await lastLine())).not.toContain('fst_');
  });
});

describe('each operation that writes', () => {
  beforeEach(() => app.database.query('truncate forms restart identity cascade'));

  const WRITES = Object.keys(OPERATION_PATHS).filter((operation) => !isRead(operation));
  const TEST_RUN = 'POST /v1/forms/:form/workflow/test'; // requires If-Match, but edits nothing

  /** The setup that gives an operation an effect. */
  const BEFORE: Record<string, (pathIds: PathIds) => Promise<unknown>> = {
    'PATCH /v1/forms/:id': (pathIds) => api.patch(`/v1/forms/${pathIds.form}`, { status: 'disabled' }, { ifMatch: '*' }),
    'POST /v1/forms/:form/workflow-runs/:run/retry': ({ form, run }) => api.post(`/v1/forms/${form}/workflow-runs/${run}/cancel`),
    'POST /v1/forms/:form/workflow-runs/:run/resume': (pathIds) => makeWaiting(app, pathIds),
    'POST /v1/forms/:form/notifications/:notification/retry': ({ form, submission }) =>
      app.database.query(
        `insert into notifications (form_id, submission_id, status, mail_id, error_code) values ($1, $2, 'failed', gen_random_uuid(), 'timeout')`,
        [form, submission],
      ),
  };

  it.each(WRITES)('%s records form, resource and revisions of the edit', async (operation) => {
    const pathIds = await createPathIds(api, app);
    await BEFORE[operation]?.(pathIds);
    const { body, headers } = exampleCallOf(operation, operationsOf(app).get(operation)!);
    const options = { ifMatch: '*', idempotencyKey: randomUUID(), headers };
    const answer = await api.call(methodOf(operation), addressWith(operation, pathIds), body, options);
    expect(answer.status).toBeLessThan(300);
    const names = OPERATION_PATHS[operation]!;
    const form = names.includes('form') ? pathIds.form : undefined;
    const resource = names
      .filter((name) => name !== 'form')
      .map((name) => pathIds[name])
      .at(-1);
    const { ifMatch, ifMatchIsOptional, audit = operation } = operationsOf(app).get(operation)!;
    const isEdit = (ifMatch !== undefined && operation !== TEST_RUN && !(ifMatchIsOptional && body)) || audit === 'keys rotate';
    expect(await lastLine()).toMatchObject({
      action: audit,
      form_id: form ?? formOf(operation, answer.body.data, pathIds),
      ...(resource !== undefined && { resource_id: resource }),
      revision_before: isEdit ? expect.any(Number) : null,
      revision_after: isEdit && operation !== 'DELETE /v1/forms/:id' ? expect.any(Number) : null,
    });
  });
});

describe('no audit event is written', () => {
  it('for an edit without effect, a refusal or a read', async () => {
    const { definition } = (await api.get(`${path()}/workflow`)).body.data.draft;
    const before = await countLines();
    await api.put(`${path()}/workflow/draft`, { definition }, { ifMatch: '*' });
    await api.put(`${path()}/fields/reorder`, { order: form.fields.map(({ id }) => id) }, { ifMatch: '*' });
    await api.patch(path(), { name: form.name }, { ifMatch: '*' });
    await api.patch(path(), { name: '' }, { ifMatch: '*' });
    await api.patch(path(), { name: 'x' }, { ifMatch: '"old"' });
    await api.get(path());
    expect(await countLines()).toBe(before);
  });
});

it('cannot be changed afterwards', async () => {
  const change = app.database.query('update audit_events set action = $2 where api_key_id = $1', [keyId, 'nothing']);
  await expect(change).rejects.toThrow('cannot be changed');
});

it('is deleted after its retention, and not before', async () => {
  const audit = app.app.get(AuditEventsRepository);
  await app.database.query(
    `insert into audit_events (account_id, action, created_at)
     select $1, days || ' days ago', now() - make_interval(days => days) from unnest(array[9, 11]) days`,
    [app.accountId],
  );
  expect(await audit.deleteExpired(10)).toBe(1);
  const left = await app.database.query(`select action from audit_events where action like '% days ago'`);
  expect(left).toEqual([{ action: '9 days ago' }]);
});

/** The form of an operation whose path names none. */
function formOf(operation: string, data: unknown, { form }: PathIds): string | null {
  if (operation.startsWith('POST /v1/notices')) return form;
  return operation === 'POST /v1/forms' ? (data as { id: string }).id : null;
}
