import { request as httpRequest } from 'node:http';
import { v7 } from 'uuid';
import { expectError, expectFaults } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm, anEnabledForm, submit } from '../../support/forms';
import { storedIn, URLENCODED } from '../../support/intake';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await startApp();
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

/** Each request is wrong in its own way and in every later one; the first wrong is the answer. */
describe('of several faults the answer names', () => {
  it.each(['not-an-id', v7()])('the form first, when it does not exist: %s', async (id) => {
    const answer = await submit(app.api, { id }, TOO_LARGE, { ...FOREIGN, ...WRONG_TOKEN, ...PLAIN });
    expectError(answer, 'resource_not_found');
  });

  it('that the form is disabled, before token, origin and body', async () => {
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

  it('nothing at all to a machine that filled in the honeypot', async () => {
    const answer = await submit(app.api, form, { _gotcha: 'x', email: 1 }, { ...PAGE, ...BAD_KEY });
    expect(answer.status).toBe(201);
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('the idempotency key before the values', async () => {
    expectFaults(await submit(app.api, form, { email: 1 }, { ...PAGE, ...BAD_KEY }), 'Idempotency-Key');
  });

  it('a conflict of keys before the values', async () => {
    const headers = { ...PAGE, 'idempotency-key': 'order-1' };
    expect((await submit(app.api, form, { email: 'ada@example.com' }, headers)).status).toBe(201);
    expectError(await submit(app.api, form, { email: 'nonsense' }, headers), 'idempotency_conflict');
  });

  it('the values last', async () => {
    expectFaults(await submit(app.api, form, 'email=nonsense', { ...PAGE, ...URLENCODED }), 'email');
  });
});

describe('a submission that is refused before its body', () => {
  it.each([
    ['a form that is disabled', {}, 403],
    ['a foreign origin', FOREIGN, 403],
    ['a wrong token', WRONG_TOKEN, 401],
    ['a content type that is none of ours', { ...PAGE, ...PLAIN }, 415],
  ])('is answered without waiting for the body: %s', async (what, headers, status) => {
    const target = what.includes('disabled') ? await aForm(app.api) : form;
    const url = `${app.api.baseUrl}/api/v1/forms/${target.id}/submit`;
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const all = { ...JSON_TYPE, ...headers, 'content-length': '1000' };
      const request = httpRequest(url, { method: 'POST', headers: all, agent: false });
      request.on('error', reject).on('response', (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.flushHeaders();
    });
    expect(await answered).toBe(status);
  });
});
