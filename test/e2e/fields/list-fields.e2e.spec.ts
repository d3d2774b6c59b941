import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { aField, aForm, reload } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const path = ({ id }: { id: string }) => `/v1/forms/${id}/fields`;

describe('200', () => {
  it('lists the fields by position, with the ETag of the form', async () => {
    const form = await aForm(app.api);
    const [a, b] = [await aField(app.api, form, { name: 'a' }), await aField(app.api, form, { name: 'b' })];
    const { etag } = await reload(app.api, form);
    const reordered = await app.api.put(`${path(form)}/reorder`, { order: [b.id, a.id] }, { ifMatch: etag });
    const answer = await app.api.get(path(form));
    expect(answer.body).toEqual({
      data: [
        { ...b, position: 0 },
        { ...a, position: 1 },
      ],
      request_id: answer.headers['x-request-id'],
    });
    expect(answer.etag).toBe(reordered.etag);
  });

  it('lists nothing for a form without fields', async () => {
    expect((await app.api.get(path(await aForm(app.api)))).body.data).toEqual([]);
  });

  it('answers in full when the client has another ETag', async () => {
    const form = await aForm(app.api);
    const headers = { 'if-none-match': `"f-${form.id}-7"` };
    expect((await app.api.get(path(form), { headers })).status).toBe(200);
  });
});

describe('304', () => {
  it.each([
    ['the same ETag', (etag: string) => etag],
    ['the same ETag, weakened on the way', (etag: string) => `W/${etag}`],
    ['a list with the same ETag', (etag: string) => `"other", ${etag}`],
    ['a star', () => '*'],
  ])('answers %s without a body', async (_, header) => {
    const form = await aForm(app.api);
    const answer = await app.api.get(path(form), { headers: { 'if-none-match': header(form.etag) } });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 304, body: '' });
    expect(answer.etag).toBe(form.etag);
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const form = await aForm(app.api);
    const answer = await app.api.as(await app.key({ scopes: allScopesBut('forms:read') })).get(path(form));
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('forms:read');
  });
});

describe('404', () => {
  it('does not find the fields of a form of another account', async () => {
    const form = await aForm(app.api);
    expectError(await app.api.as((await app.stranger()).key).get(path(form)), 'resource_not_found');
  });
});
