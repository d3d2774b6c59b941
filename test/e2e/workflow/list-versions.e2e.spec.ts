import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { aVersion } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const path = ({ id }: { id: string }, query = '') => `/v1/forms/${id}/workflow/versions${query}`;

async function aFormWithVersions(count: number): Promise<{ id: string }> {
  const form = await aForm(app.api);
  for (let n = 0; n < count; n++) await aVersion(app.api, form);
  return form;
}

const listed = ({ definition, etag, ...version }: Awaited<ReturnType<typeof aVersion>>) => version;

describe('200', () => {
  it('lists versions newest first, without their definitions', async () => {
    const form = await aForm(app.api);
    const first = listed(await aVersion(app.api, form));
    const second = listed(await aVersion(app.api, form));
    const answer = await app.api.get(path(form));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: [second, first],
      meta: { next_cursor: null },
      request_id: expect.any(String),
    });
  });

  it('is empty before the first publishing', async () => {
    expect((await app.api.get(path(await aForm(app.api)))).body).toMatchObject({
      data: [],
      meta: { next_cursor: null },
    });
  });

  it('shows each version once across pages while others are published', async () => {
    const form = await aFormWithVersions(5);
    const seen: number[] = [];
    let query: string | null = '?limit=2';
    while (query) {
      const { body } = await app.api.get<{ version: number }[]>(path(form, query));
      const { next_cursor: cursor } = body.meta as { next_cursor: string | null };
      seen.push(...body.data.map(({ version }) => version));
      await aVersion(app.api, form);
      query = cursor && `?limit=2&cursor=${cursor}`;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  });

  it('allows another limit on each page', async () => {
    const form = await aFormWithVersions(3);
    const { body } = await app.api.get(path(form, '?limit=1'));
    const rest = await app.api.get(path(form, `?limit=50&cursor=${(body.meta as any).next_cursor}`));
    expect(rest.body.data.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  });
});

describe('400', () => {
  it('accepts a cursor only for its form, key and list, and for 24 hours', async () => {
    const [form, other] = [await aFormWithVersions(2), await aFormWithVersions(2)];
    const { next_cursor: cursor } = (await app.api.get(path(form, '?limit=1'))).body.meta as { next_cursor: string };
    const query = `?limit=1&cursor=${cursor}`;
    expect((await app.api.get(path(form, query))).status).toBe(200);
    expectError(await app.api.get(path(other, query)), 'invalid_cursor');
    expectError(await app.api.as(await app.key()).get(path(form, query)), 'invalid_cursor');
    expectError(await app.api.get(`/v1/forms/${form.id}/submissions${query}`), 'invalid_cursor');
    app.clock.forward({ hours: 24, minutes: 2 });
    expectError(await app.api.get(path(form, query)), 'invalid_cursor');
  });

  it.each(['', 'x', '%F0%9F%A6%8A'])('refuses the cursor %j', async (cursor) => {
    expectError(await app.api.get(path(await aForm(app.api), `?cursor=${cursor}`)), 'invalid_cursor');
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const api = app.api.as(await app.key({ scopes: allScopesBut('workflows:read') }));
    const answer = await api.get(path(await aForm(app.api)));
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('workflows:read');
  });
});

describe('404', () => {
  it('does not find the versions of another account', async () => {
    const stranger = app.api.as((await app.stranger()).key);
    expectError(await stranger.get(path(await aForm(app.api))), 'resource_not_found');
  });
});

describe('422', () => {
  it.each(['0', '51', '-1', '1.5', 'x', ''])('refuses the limit %j', async (limit) => {
    expectFieldErrors(await app.api.get(path(await aForm(app.api), `?limit=${limit}`)), 'limit');
  });

  it('names an unknown parameter', async () => {
    expectFieldErrors(await app.api.get(path(await aForm(app.api), '?page=2')), 'page');
  });
});
