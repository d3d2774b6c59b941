import { makeSecret } from '../../../src/api/auth/secret-format.rules';
import { API_ERRORS } from '../../../src/api/errors/api-error';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { aForm } from '../../support/forms';
import type { HeaderLine, WireAnswer } from '../../support/wire';
import { send } from '../../support/wire';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startApp({ trustProxy: ['loopback'] });
  key = await app.key();
});
afterAll(() => app.close());

let addresses = 0;

/** From a new address, since failed authentications are limited by address. */
const call = (...headers: HeaderLine[]): Promise<WireAnswer> =>
  send('GET', `${app.api.baseUrl}/v1/capabilities`, [...headers, ['X-Forwarded-For', `10.0.0.${++addresses}`]]);

function expectRefused(answer: WireAnswer, challenge: string, message: string = API_ERRORS.invalid_api_key[1]): void {
  const { status, headers, text } = answer;
  expect(status).toBe(401);
  expect(JSON.parse(text)).toEqual({
    error: { code: 'invalid_api_key', message, details: {} },
    request_id: headers['x-request-id'],
  });
  expect(headers['www-authenticate']).toBe(challenge);
  expect(headers.ratelimit).toBeUndefined();
}

const NOTHING_SENT = 'Bearer realm="api"';
const INVALID = 'Bearer realm="api", error="invalid_token"';
const SUBMISSION_TOKEN_SENT =
  'This is the submission token of a form, which is valid for its submit address only. Send an API key, which begins with fck_.';

describe('200', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('accepts the scheme in any case: %s', async (scheme) => {
    expect((await call(['Authorization', `${scheme} ${key}`])).status).toBe(200);
  });

  it('accepts two identical Authorization lines', async () => {
    const line: HeaderLine = ['Authorization', `Bearer ${key}`];
    expect((await call(line, line)).status).toBe(200);
  });
});

describe('401', () => {
  it('requires a key', async () => {
    expectRefused(await call(), NOTHING_SENT);
  });

  it.each<[string, () => string]>([
    ['a well-formed key that was never issued', () => `Bearer ${makeSecret('fck').text}`],
    ['a key with a wrong character', () => `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
    ['a key that is cut off', () => `Bearer ${key.slice(0, -1)}`],
    ['a key in upper case', () => `Bearer ${key.toUpperCase()}`],
    ['a key with something behind it', () => `Bearer ${key} x`],
    ['a key without its scheme', () => key],
    ['another scheme', () => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['a scheme alone', () => 'Bearer'],
    ['an empty value', () => ''],
    ['two keys in one line', () => `Bearer ${key}, Bearer ${key}`],
  ])('refuses %s', async (_, authorization) => {
    expectRefused(await call(['Authorization', authorization()]), INVALID);
  });

  it('refuses the secret of one key with the public part of another', async () => {
    const other = await app.key();
    const spliced = `${other.slice(0, 16)}${key.slice(16)}`;
    expectRefused(await call(['Authorization', `Bearer ${spliced}`]), INVALID);
  });

  it('refuses a submission token, and says what to send instead', async () => {
    const { submission_token } = await aForm(app.api);
    const answer = await call(['Authorization', `Bearer ${submission_token}`]);
    expectRefused(answer, INVALID, SUBMISSION_TOKEN_SENT);
  });

  it('refuses two different Authorization lines in either order', async () => {
    const good: HeaderLine = ['Authorization', `Bearer ${key}`];
    const bad: HeaderLine = ['authorization', `Bearer ${makeSecret('fck').text}`];
    expectRefused(await call(good, bad), INVALID);
    expectRefused(await call(bad, good), INVALID);
  });

  it('never reads a key out of the address', async () => {
    const url = `${app.api.baseUrl}/v1/capabilities?api_key=${key}&access_token=${key}`;
    expect((await send('GET', url, [['X-Forwarded-For', '10.0.1.1']])).status).toBe(401);
  });

  it('never reads a key out of another header or the body', async () => {
    const headers: HeaderLine[] = [
      ['X-Api-Key', key],
      ['Cookie', `api_key=${key}; authorization=Bearer ${key}`],
      ['Proxy-Authorization', `Bearer ${key}`],
      ['Content-Type', 'application/json'],
      ['X-Forwarded-For', '10.0.1.2'],
    ];
    const body = JSON.stringify({ api_key: key, access_token: key });
    expect((await send('POST', `${app.api.baseUrl}/v1/forms`, headers, body)).status).toBe(401);
  });
});
