import { request as httpRequest } from 'node:http';
import { v7 } from 'uuid';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { dropHoneypots, aForm, anEnabledForm, setSettings, submit } from '../../support/forms';
import { storedIn, URLENCODED } from '../../support/intake';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await shareApp();
  const fields = [{ name: 'email', type: 'string', required: true, validation: 'email' }];
  form = await anEnabledForm(app.api, { allowed_origins: ['https://page.example'], fields });
});
afterAll(() => app.close());

const PAGE = { origin: 'https://page.example' };
const FOREIGN = { origin: 'https://evil.example' };
const WRONG_TOKEN = { 'x-submission-token': 'fst_wrong' };
const PLAIN = { 'content-type': 'text/plain' };
const JSON_TYPE = { 'content-type': 'application/json' };
const BAD_KEY = { 'idempotency-key': 'has a space' };
const TOO_LARGE = '{'.repeat(256 * 1024 + 1);

/** Each request has one error and all later ones, so the answer shows the order. */
describe('of several errors, the answer reports', () => {
  it.each(['not-an-id', v7()])('an unknown form first: %s', async (id) => {
    const answer = await submit(app.api, { id }, TOO_LARGE, { ...FOREIGN, ...WRONG_TOKEN, ...PLAIN });
    expectError(answer, 'resource_not_found');
  });

  it('a disabled form before token, origin and body', async () => {
    const disabled = await aForm(app.api, { allowed_origins: ['https://page.example'] });
    const headers = { ...FOREIGN, ...PLAIN };
    expectError(await submit(app.api, disabled, TOO_LARGE, headers), 'form_disabled');
    expectError(await submit(app.api, disabled, TOO_LARGE, { ...headers, ...WRONG_TOKEN }), 'form_disabled');
  });

  it('the token before the origin and the content type', async () => {
    const answer = await submit(app.api, form, TOO_LARGE, { ...FOREIGN, ...WRONG_TOKEN, ...PLAIN });
    expectError(answer, 'invalid_submission_token');
  });

  it('the origin before the content type', async () => {
    expectError(await submit(app.api, form, TOO_LARGE, { ...FOREIGN, ...PLAIN }), 'origin_not_allowed');
  });

  it('the content type before the size', async () => {
    expectError(await submit(app.api, form, TOO_LARGE, { ...PAGE, ...PLAIN }), 'unsupported_media_type');
  });

  it('the content coding before the size', async () => {
    const headers = { ...PAGE, ...JSON_TYPE, 'content-encoding': 'gzip' };
    const answer = await submit(app.api, form, TOO_LARGE, headers);
    expectError(answer, 'unsupported_media_type');
    expect(answer.headers['accept-encoding']).toBe('identity');
  });

  it('the size before the syntax', async () => {
    expectError(await submit(app.api, form, TOO_LARGE, { ...PAGE, ...JSON_TYPE }), 'payload_too_large');
  });

  it('the syntax before the idempotency key', async () => {
    const answer = await submit(app.api, form, '{"email"', { ...PAGE, ...JSON_TYPE, ...BAD_KEY });
    expectError(answer, 'malformed_request');
  });

  it('everything before a filled honeypot that is dropped', async () => {
    const dropping = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
    const sent = { _gotcha: 'x', email: 'ada@example.com' };
    const headers = { ...PAGE, 'idempotency-key': 'order-2' };
    const first = await submit(app.api, dropping, sent, headers); // held by default
    await dropHoneypots(app.api, dropping);
    expectFieldErrors(await submit(app.api, dropping, sent, { ...PAGE, ...BAD_KEY }), 'Idempotency-Key');
    expectFieldErrors(await submit(app.api, dropping, { ...sent, email: 1 }, PAGE), 'email');
    expect((await submit(app.api, dropping, sent, headers)).body.data).toEqual(first.body.data);
    expectError(await submit(app.api, dropping, { ...sent, email: 'b' }, headers), 'idempotency_conflict');
    await setSettings(app.api, dropping, { intake: { closes_at: '2020-01-01T00:00:00Z' } });
    expectError(await submit(app.api, dropping, sent, PAGE), 'form_closed');
    expect(await storedIn(app.api, dropping)).toEqual([]);
  });

  it('the idempotency key before the values', async () => {
    expectFieldErrors(await submit(app.api, form, { email: 1 }, { ...PAGE, ...BAD_KEY }), 'Idempotency-Key');
  });

  it('a key conflict before the values', async () => {
    const headers = { ...PAGE, 'idempotency-key': 'order-1' };
    expect((await submit(app.api, form, { email: 'ada@example.com' }, headers)).status).toBe(201);
    expectError(await submit(app.api, form, { email: 'nonsense' }, headers), 'idempotency_conflict');
  });

  it('the values last', async () => {
    expectFieldErrors(await submit(app.api, form, 'email=nonsense', { ...PAGE, ...URLENCODED }), 'email');
  });
});

/** The status of the answer to a request whose body is never sent. */
function statusWithoutBody({ id }: { id: string }, headers: Record<string, string>): Promise<number | undefined> {
  const url = `${app.api.baseUrl}/api/v1/forms/${id}/submit`;
  return new Promise((resolve, reject) => {
    const all = { ...JSON_TYPE, 'content-length': '1000', ...headers };
    const request = httpRequest(url, { method: 'POST', headers: all, agent: false });
    request.on('error', reject).on('response', (response) => {
      resolve(response.statusCode);
      request.destroy();
    });
    request.flushHeaders();
  });
}

describe('a submission is refused without waiting for its body', () => {
  it('when the form is disabled', async () => {
    expect(await statusWithoutBody(await aForm(app.api), {})).toBe(403);
  });

  it.each<[string, Record<string, string>, number]>([
    ['the origin is foreign', FOREIGN, 403],
    ['the token is wrong', WRONG_TOKEN, 401],
    ['the content type is none of ours', { ...PAGE, ...PLAIN }, 415],
    ['it is too long by what it says itself', { ...PAGE, 'content-length': '1000000' }, 413],
  ])('when %s', async (_, headers, status) => {
    expect(await statusWithoutBody(form, headers)).toBe(status);
  });
});
