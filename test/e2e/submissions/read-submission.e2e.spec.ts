import { v7 } from 'uuid';
import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, aSubmission, reload } from '../../support/forms';

let app: TestApp;
let form: CreatedForm;
let id: string;
beforeAll(async () => {
  app = await shareApp();
  form = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
  id = await aSubmission(app.api, form, { email: 'ada@example.com' });
});
afterAll(() => app.close());

const path = (submission = id, of = form.id) => `/v1/forms/${of}/submissions/${submission}`;

describe('200', () => {
  it('answers the submission with its deliveries', async () => {
    const answer = await app.api.get<SubmissionView>(path());
    const { received_at } = answer.body.data;
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: {
        id,
        form_id: form.id,
        source: 'form_submit',
        fields: { email: 'ada@example.com' },
        read_at: null,
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        has_files: false,
        file_count: 0,
        deliveries: [
          {
            node_id: null,
            name: null,
            channel_type: 'database',
            status: 'delivered',
            delivered_at: received_at,
            error_code: null,
          },
        ],
        created_at: received_at,
      },
      request_id: answer.headers['x-request-id'],
    });
  });

  it('does not mark the submission as read', async () => {
    await app.api.get(path());
    expect((await app.api.get<SubmissionView>(path())).body.data.read_at).toBeNull();
    expect(await reload(app.api, form)).toMatchObject({ unread_count: 1 });
  });

  it('has an ETag that counts corrections', async () => {
    expect((await app.api.get(path())).etag).toBe(`"s-${id}-0"`);
  });

  it('answers HEAD as GET without the body', async () => {
    const answer = await app.api.call('HEAD', path());
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: '' });
  });
});

describe('403', () => {
  it('needs the scope submissions:read, whether or not the submission exists', async () => {
    const key = await app.key({ scopes: allScopesBut('submissions:read') });
    expectError(await app.api.get(path(), { key }), 'insufficient_scope');
    expectError(await app.api.get(path(v7()), { key }), 'insufficient_scope');
  });
});

describe('404', () => {
  it('is the same answer for everything that the caller may not see', async () => {
    const other = await anEnabledForm(app.api);
    const foreign = await aSubmission(app.api, other);
    const selected = await app.key({ formIds: [other.id] });
    const deleted = await aSubmission(app.api, form);
    await app.api.delete(path(deleted));
    const answers = [
      await app.api.get(path(v7())),
      await app.api.get(path('not-an-id')),
      await app.api.get(path(deleted)),
      await app.api.get(path(foreign)),
      await app.api.get(path(id, other.id)),
      await app.api.get(path(id, v7())),
      await app.api.get(path(), { key: (await app.stranger()).key }),
      await app.api.get(path(), { key: selected }),
    ];
    for (const answer of answers) expectError(answer, 'resource_not_found');
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.error))).size).toBe(1);
    expect((await app.api.get(path(foreign, other.id), { key: selected })).status).toBe(200);
  });

  it('is the answer for submissions of a deleted form', async () => {
    const gone = await anEnabledForm(app.api);
    const submission = await aSubmission(app.api, gone);
    await app.api.delete(`/v1/forms/${gone.id}`, { ifMatch: gone.etag });
    expectError(await app.api.get(path(submission, gone.id)), 'resource_not_found');
    expectError(await app.api.get(`/v1/forms/${gone.id}/submissions`), 'resource_not_found');
  });
});

describe('422', () => {
  it('refuses query parameters', async () => {
    expectFieldErrors(await app.api.get(`${path()}?expand=files`), 'expand');
  });
});
