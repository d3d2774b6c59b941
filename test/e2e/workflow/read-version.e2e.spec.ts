import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { aFanOut, aVersion, aWebhook, STORE } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const path = ({ id }: { id: string }, version: unknown) => `/v1/forms/${id}/workflow/versions/${String(version)}`;

describe('200', () => {
  it('answers the version as it was published, even when newer versions exist', async () => {
    const form = await aForm(app.api);
    const { etag, ...version } = await aVersion(app.api, form, aFanOut(STORE, aWebhook('crm')));
    await aVersion(app.api, form, aFanOut(STORE));
    const answer = await app.api.get(path(form, 1));
    expect({ status: answer.status, data: answer.body.data }).toEqual({ status: 200, data: version });
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form);
    const answer = await app.api.as(await app.key({ scopes: allScopesBut('workflows:read') })).get(path(form, 1));
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('workflows:read');
  });
});

describe('404', () => {
  it.each(['0', '2', '01', '-1', '1.0', '1e0', '+1', '%201', '%00', 'latest', '2147483648', '99999999999999999999'])(
    'does not find version %s',
    async (version) => {
      const form = await aForm(app.api);
      await aVersion(app.api, form);
      expectError(await app.api.get(path(form, version)), 'resource_not_found');
    },
  );

  it('does not find a version of another form, another account, or a form without a grant', async () => {
    const [form, empty] = [await aForm(app.api), await aForm(app.api)];
    await aVersion(app.api, form);
    const stranger = app.api.as((await app.stranger()).key);
    const selected = app.api.as(await app.key({ formIds: [empty.id] }));
    const answers = [
      await app.api.get(path(empty, 1)),
      await stranger.get(path(form, 1)),
      await selected.get(path(form, 1)),
      await app.api.get(path({ id: 'nonsense' }, 1)),
    ];
    for (const answer of answers) expectError(answer, 'resource_not_found');
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.error))).size).toBe(1);
  });
});
