import { KeysService } from '../../../src/keys/keys.service';
import { makeSecret } from '../../../src/api/auth/secret-format.rules';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { captureLog } from '../../support/captured-log';
import { aForm, anEnabledForm, submit } from '../../support/forms';
import { keyIdOf } from '../../support/keys';
import { aDraft, aFanOut, aWebhook } from '../../support/workflows';

const { log, lines } = captureLog();

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, log);
});
beforeEach(() => lines.splice(0));
afterAll(() => app.close());

const everything = (): string => lines.join('\n');

interface Line {
  request_id?: string;
  [member: string]: unknown;
}

/** The log lines of one request. */
const linesAbout = (requestId: string): Line[] =>
  lines.map((line) => JSON.parse(line) as Line).filter(({ request_id }) => request_id === requestId);

/** Expects the log not to contain a secret, whole, in part or encoded. */
function expectNotLogged(secret: string): void {
  for (const spelling of [secret, secret.slice(16, 48), Buffer.from(secret).toString('base64').slice(4, 40)])
    expect(everything()).not.toContain(spelling);
}

describe('each request', () => {
  it('writes one log line with request id, route and status, and none of the content', async () => {
    const key = await app.key();
    const keyId = await keyIdOf(app, key);
    const { body } = await app.api.as(key).post('/v1/forms', { name: 'Canary', validate_fields: true, notifications_enabled: false });
    expect(linesAbout(body.request_id)).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        request_id: body.request_id,
        method: 'POST',
        route: '/v1/forms',
        status: 201,
        ms: expect.any(Number),
        key_id: keyId,
      },
    ]);
    expect(everything()).not.toContain('Canary');
  });

  it('logs the path template, never the path', async () => {
    await app.api.get('/v1/forms/canary-in-path?search=canary');
    await app.api.get('/canary-of-nowhere?token=canary');
    expect(lines.length).toBeGreaterThan(1);
    expect(everything()).toContain('/v1/forms/:id');
    expect(everything()).not.toContain('canary');
  });

  it('logs the request id of the client if it is safe to log', async () => {
    const named = await app.api.get('/v1/capabilities', { headers: { 'x-request-id': 'my-request_1.a' } });
    expect(linesAbout(named.body.request_id)).toMatchObject([{ client_request_id: 'my-request_1.a' }]);
    for (const forged of ['a b', '{"level":"fatal"}', 'x'.repeat(65), 'ü']) {
      const { body } = await app.api.get('/v1/capabilities', { headers: { 'x-request-id': forged } });
      expect(linesAbout(body.request_id)[0]).not.toHaveProperty('client_request_id');
    }
  });
});

describe('no secret is logged', () => {
  it('when a key is used, wrong, expired, rotated or revoked', async () => {
    const keys = app.app.get(KeysService);
    const [used, wrong] = [await app.key(), makeSecret('fck').text];
    const { text: rotated } = await keys.rotate(await keyIdOf(app, used), 3600);
    const expired = await app.key({ expiresAt: new Date(0) });
    const revoked = await app.key();
    await keys.revoke(await keyIdOf(app, revoked));
    const statuses = [];
    for (const key of [used, rotated, wrong, expired, revoked]) {
      statuses.push((await app.api.as(key).get('/v1/capabilities')).status);
    }
    expect(statuses).toEqual([200, 200, 401, 401, 401]);
    [used, rotated, wrong, expired, revoked].forEach(expectNotLogged);
  });

  it('when a form is created, created again and submitted to', async () => {
    const idempotencyKey = 'order-4711-ada@example.com';
    const form = await aForm(app.api, {}, { idempotencyKey });
    await aForm(app.api, {}, { idempotencyKey });
    const open = await anEnabledForm(app.api);
    await submit(app.api, open, { email: 'ada@example.com' }, { authorization: `Bearer ${open.submission_token}` });
    await submit(app.api, open, { email: 'ada@example.com' }, { 'x-submission-token': form.submission_token });
    expect(lines.length).toBeGreaterThan(4);
    [form.submission_token, open.submission_token].forEach(expectNotLogged);
    expect(everything()).not.toMatch(/order-4711|ada@example/);
  });

  it('when signing secrets are read and changed', async () => {
    const form = await aForm(app.api);
    await aDraft(app.api, form, aFanOut(aWebhook('crm')));
    const path = `/v1/forms/${form.id}/workflow/signing-secrets`;
    const first = await app.api.get<{ secret: string }[]>(path);
    const second = await app.api.post<{ secret: string }>(`${path}/crm/rotate`);
    const secrets = [first.body.data[0]!.secret, second.body.data.secret];
    expect(secrets.every((secret) => secret.startsWith('whsec_'))).toBe(true);
    secrets.forEach(expectNotLogged);
  });

  it('when it is sent in an unexpected place', async () => {
    const key = await app.key();
    const { submission_token: token } = await aForm(app.api);
    await submit(app.api, await anEnabledForm(app.api), { n: 1 }, { 'x-submission-token': key });
    await app.api.get(`/v1/forms/${key}`);
    await app.api.get(`/v1/forms?search=${key}&cursor=${token}`);
    await app.api.get(`/${token}`);
    await app.api.get('/v1/forms', { headers: { 'x-request-id': key } });
    await app.api.post('/v1/forms', { [key]: token, name: token }, { idempotencyKey: token });
    await app.api.call('OPTIONS', `/v1/forms/${key}`);
    expect(lines.length).toBeGreaterThan(5);
    [key, token].forEach(expectNotLogged);
  });

  it('when a request that holds it fails', async () => {
    const key = await app.key();
    await app.database.query('alter table forms rename to forms_away');
    const body = { name: key, validate_fields: true, notifications_enabled: false };
    const answer = await app.api.as(key).post('/v1/forms', body, { idempotencyKey: 'canary-key' });
    await app.database.query('alter table forms_away rename to forms');
    expect(answer.status).toBe(500);
    expect(linesAbout(answer.body.request_id)).toMatchObject([
      { level: 'error', err: { message: 'relation "forms" does not exist' } },
      { level: 'info', status: 500 },
    ]);
    expectNotLogged(key);
    expect(everything()).not.toContain('canary-key');
  });
});
