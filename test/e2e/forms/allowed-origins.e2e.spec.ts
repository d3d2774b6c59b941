import { RefusalsService } from '../../../src/intake/refusals/refusals.service';
import type { FormView, UpdatedFormView } from '../../../src/forms/form-view.dto';
import { expectError } from '../../support/api';
import { shareApp, type TestApp } from '../../support/app';
import { anEnabledForm, etagOf, submit } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});

const [SHOP, BLOG, NEW] = ['https://shop.example', 'https://blog.example', 'https://new.example'];

/** A form to which two websites and a program have sent. */
async function aUsedForm(members: object = {}) {
  const form = await anEnabledForm(app.api, members);
  const origins = [SHOP, SHOP, BLOG];
  for (const origin of origins) expect((await submit(app.api, form, { a: 1 }, { origin })).status).toBe(201);
  return form;
}

const test = (form: { id: string }, allowed_origins: unknown) =>
  app.api.post<{ origin: string | null; count: number }[]>(
    `/v1/forms/${form.id}/origins/test`,
    { allowed_origins },
    { idempotencyKey: '' },
  );

const shutOutBy = async (form: { id: string }, allowed: string[]) =>
  (await test(form, allowed)).body.data.map(({ origin, count }) => [origin, count]);

async function edit(form: { id: string }, body: object) {
  await app.app.get(RefusalsService).flush();
  return app.api.patch<UpdatedFormView>(`/v1/forms/${form.id}`, body, { ifMatch: await etagOf(app.api, form) });
}

it('the test of other origins names whom they would shut out, and changes nothing', async () => {
  const form = await aUsedForm();
  await submit(app.api, form, { a: 1 });
  expect(await shutOutBy(form, [NEW])).toEqual([
    [SHOP, 2],
    [null, 1],
    [BLOG, 1],
  ]);
  expect(await shutOutBy(form, [SHOP, NEW])).toEqual([
    [null, 1],
    [BLOG, 1],
  ]);
  expect(await shutOutBy(form, ['*'])).toEqual([[null, 1]]);
  expect(await shutOutBy(form, [])).toEqual([]);
  expect((await app.api.get<FormView>(`/v1/forms/${form.id}`)).body.data.allowed_origins).toEqual([]);
});

it('the test refuses what no list of origins can have', async () => {
  const form = await anEnabledForm(app.api);
  expectError(await test(form, ['not an origin']), 'validation_failed');
  expectError(await test(form, 'https://shop.example'), 'validation_failed');
  expectError(
    await test(
      form,
      Array.from({ length: 51 }, (_, index) => `https://a${index}.example`),
    ),
    'validation_failed',
  );
});

it('an edit that shuts out who has sent is made, and says so with their numbers', async () => {
  const form = await aUsedForm();
  const answer = await edit(form, { allowed_origins: [NEW] });
  expect(answer.status).toBe(200);
  expect(answer.body.data.allowed_origins).toEqual([NEW]);
  expect(answer.body.data.warnings).toEqual([
    expect.stringContaining(`sent 3 submissions in the last 30 days: ${SHOP} (2) and ${BLOG} (1).`),
  ]);
  expect((await submit(app.api, form, { a: 1 }, { origin: SHOP })).status).toBe(403);
});

it.each([
  ['adds an origin', [SHOP, BLOG], { allowed_origins: [SHOP, BLOG, NEW] }],
  ['allows everybody', [SHOP, BLOG], { allowed_origins: [] }],
  ['is about something else', [SHOP, BLOG], { name: 'Other' }],
  ['only changes how an origin is covered', [SHOP, BLOG], { allowed_origins: ['*'] }],
])('an edit that %s has no warnings', async (_, allowed_origins, change) => {
  const form = await aUsedForm({ allowed_origins });
  expect((await edit(form, change)).body.data).not.toHaveProperty('warnings');
});

it('refusals of an origin are not listed any more once it is allowed', async () => {
  const form = await anEnabledForm(app.api, { allowed_origins: [SHOP] });
  await submit(app.api, form, { a: 1 }, { origin: NEW });
  await edit(form, { allowed_origins: [SHOP, 'https://new.example'] });
  expect((await app.api.get(`/v1/forms/${form.id}/refusals`)).body.data).toEqual([]);
});

it('refusals are listed by kind, name and reason, the most frequent first', async () => {
  const form = await anEnabledForm(app.api, { allowed_origins: [SHOP], fields: [{ name: 'email', type: 'string', required: true }] });
  await submit(app.api, form, { a: 1 }, { origin: NEW });
  await submit(app.api, form, { a: 1 }, { origin: SHOP });
  await submit(app.api, form, { a: 1 }, { origin: SHOP });
  const time = expect.stringMatching(/^20..-.*Z$/) as string;
  expect((await app.api.get(`/v1/forms/${form.id}/refusals`)).body.data).toEqual([
    { kind: 'field', name: 'email', reason: 'required', count: 2, visitors: 1, last_seen_at: time },
    { kind: 'origin', name: NEW, reason: 'not_listed', count: 1, visitors: 1, last_seen_at: time },
  ]);
});
