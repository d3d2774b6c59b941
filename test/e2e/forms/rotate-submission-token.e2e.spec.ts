import { randomUUID } from 'node:crypto';
import type { RotatedTokenView } from '../../../src/forms/form-view.dto';
import type { Answer, CallOptions } from '../../support/api';
import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import { allScopesBut, startApp } from '../../support/app';
import type { Instance, TestApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, etagOf, reload, submit } from '../../support/forms';

let app: TestApp;
let other: Instance;
beforeAll(async () => {
  app = await startApp();
  other = await app.sibling();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const pathOf = ({ id }: { id: string }): string => `/v1/forms/${id}/submission-token/rotate`;

/** A form that submits with its token only, and that the other process has in its cache. */
async function aCachedForm(): Promise<CreatedForm> {
  const form = await anEnabledForm(app.api, { allowed_origins: ['https://page.example'] });
  expect((await submitWith(form.submission_token, form)).status).toBe(201);
  return form;
}

const submitWith = (token: string, form: { id: string }, headers = {}): Promise<Answer> =>
  submit(other.api, form, { n: 1 }, { 'x-submission-token': token, ...headers });

async function rotate(form: { id: string }, body?: object, options?: CallOptions): Promise<Answer<RotatedTokenView>> {
  return app.api.post<RotatedTokenView>(pathOf(form), body, { ifMatch: await etagOf(app.api, form), ...options });
}

async function rotated(form: { id: string }, body?: object): Promise<RotatedTokenView> {
  const answer = await rotate(form, body);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

describe('200', () => {
  it('answers a new token, which every process accepts at once beside the previous one', async () => {
    const form = await aCachedForm();
    const { submission_token: token, previous_valid_until: until } = await rotated(form);
    expect(token).toMatch(/^fst_[0-9A-Za-z]{50}$/);
    expect(token).not.toBe(form.submission_token);
    expect(Math.abs(Date.parse(until!) - Date.now() - 86_400_000)).toBeLessThan(3_600_000);
    expect((await submitWith(token, form)).status).toBe(201);
    expect((await submitWith(form.submission_token, form)).status).toBe(201);
  });

  it('accepts the new token also in a burst of requests to a process that does not know it yet', async () => {
    const form = await aCachedForm();
    const { submission_token: token } = await rotated(form);
    const answers = await Promise.all(Array.from({ length: 40 }, () => untilServed(() => submitWith(token, form))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('counts as a revision of the form and is audited', async () => {
    const form = await aCachedForm();
    const answer = await rotate(form);
    expect(answer.etag).toBe(`"f-${form.id}-${form.revision + 1}"`);
    expect(await reload(app.api, form)).toMatchObject({ revision: form.revision + 1, etag: answer.etag });
    const [event] = await app.database.query(
      'select action, revision_before, revision_after from audit_events where form_id = $1 order by id desc limit 1',
      [form.id],
    );
    expect(event).toEqual({
      action: 'POST /v1/forms/:id/submission-token/rotate',
      revision_before: form.revision,
      revision_after: form.revision + 1,
    });
  });

  it('ends each token at the end of its own overlap', async () => {
    const form = await aCachedForm();
    const second = await rotated(form, { overlap_seconds: 604_800 });
    const third = await rotated(form, { overlap_seconds: 60 });
    other.clock.forward({ seconds: 61 });
    try {
      expectError(await submitWith(second.submission_token, form), 'invalid_submission_token');
      expect((await submitWith(form.submission_token, form)).status).toBe(201);
      expect((await submitWith(third.submission_token, form)).status).toBe(201);
    } finally {
      other.clock.forward({ seconds: -61 });
    }
  });

  it('ends every earlier token at once without an overlap, in every process', async () => {
    const form = await aCachedForm();
    const second = await rotated(form);
    expect((await submitWith(second.submission_token, form, { 'idempotency-key': 'k' })).status).toBe(201);
    const third = await rotated(form, { overlap_seconds: 0 });
    expect(third.previous_valid_until).toBeNull();
    for (const { submission_token: token } of [form, second]) {
      expectError(await submitWith(token, form), 'invalid_submission_token');
      expectError(await submitWith(token, form, { 'idempotency-key': 'k' }), 'invalid_submission_token');
    }
    expect((await submitWith(third.submission_token, form)).status).toBe(201);
  });

  it('repeats the token to a repeated request, and stores it encrypted', async () => {
    const form = await aCachedForm();
    const options = { ifMatch: form.etag, idempotencyKey: randomUUID() };
    const first = await rotate(form, undefined, options);
    const again = await rotate(form, undefined, options);
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual(first.body.data);
    expect(again.headers['idempotency-replayed']).toBe('true');
    const rows = await app.database.query<{ text: string }>(
      `select row_to_json(r)::text as text from idempotency_records r where operation like '%rotate'`,
    );
    for (const { text } of rows) expect(text).not.toContain(first.body.data.submission_token);
  });
});

describe('409', () => {
  it('refuses a sixth token in overlap, and leaves the tokens as they are', async () => {
    const form = await aCachedForm();
    const tokens = [form.submission_token];
    for (let n = 0; n < 5; n++) tokens.push((await rotated(form)).submission_token);
    expectError(await rotate(form), 'too_many_secrets');
    for (const token of tokens) expect((await submitWith(token, form)).status).toBe(201);
    await rotated(form, { overlap_seconds: 0 });
    await rotated(form);
  });
});

describe('refusals', () => {
  it('come in their order: scope, idempotency key, ETag, values', async () => {
    const form = await aCachedForm();
    const limited = await app.key({ scopes: allScopesBut('forms:update') });
    expectError(await rotate(form, {}, { key: limited }), 'insufficient_scope');
    expectError(await rotate(form, {}, { idempotencyKey: '', ifMatch: '' }), 'idempotency_key_required');
    expectError(await rotate(form, {}, { ifMatch: '' }), 'precondition_required');
    expectError(await rotate(form, { overlap_seconds: -1 }, { ifMatch: '"x"' }), 'precondition_failed');
    for (const overlap_seconds of [-1, 604_801, 1.5, '60', null]) {
      expectFieldErrors(await rotate(form, { overlap_seconds }), 'overlap_seconds');
    }
  });

  it('keep the limit of guesses: the twenty-first wrong but well-formed token of a minute is a 429', async () => {
    const form = await aCachedForm();
    const wrong = form.submission_token;
    const latest = await rotated(form, { overlap_seconds: 0 });
    const statuses = [];
    for (let n = 0; n < 40; n++) statuses.push((await submitWith(wrong, form)).status);
    expect(statuses).toContain(401);
    expect(statuses.at(-1)).toBe(429);
    expect((await submitWith(latest.submission_token, form)).status).toBe(201);
  });
});
