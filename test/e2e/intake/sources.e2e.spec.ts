import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, submit } from '../../support/forms';
import { nonceFor, storedIn, submitPairs } from '../../support/intake';

const OWN_ORIGIN = 'http://localhost:3000';
const PAGE = 'https://page.example';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ baseUrl: OWN_ORIGIN });
});
afterAll(() => app.close());

const closedForm = (): Promise<CreatedForm> =>
  anEnabledForm(app.api, { allowed_origins: [PAGE], fields: [{ name: 'email', type: 'string' }] });

async function expectSource(form: CreatedForm, source: string): Promise<void> {
  expect((await storedIn(app.api, form)).map((stored) => stored.source)).toEqual([source]);
}

describe('a submission from a page', () => {
  it('has the source form_submit', async () => {
    const form = await closedForm();
    expect((await submit(app.api, form, { n: 1 }, { origin: PAGE })).status).toBe(201);
    await expectSource(form, 'form_submit');
  });

  it('cannot set its own source', async () => {
    const form = await closedForm();
    const answer = await submit(app.api, form, { source: 'api' }, { origin: PAGE });
    expect(answer.body.data).toMatchObject({ ignored_fields: ['source'] });
    await expectSource(form, 'form_submit');
  });

  it('is not authorized by a token in its address or its body', async () => {
    const form = await closedForm();
    const token = form.submission_token;
    const inAddress = await app.api.as(null).post(`/api/v1/forms/${form.id}/submit?submission_token=${token}`, {});
    expectError(inAddress, 'origin_not_allowed');
    expectError(await submit(app.api, form, { submission_token: token, _token: token }), 'origin_not_allowed');
    expect(await storedIn(app.api, form)).toEqual([]);
  });
});

describe('a submission with the token of the form', () => {
  it.each<[string, (token: string) => Record<string, string>]>([
    ['Authorization: Bearer', (token) => ({ authorization: `Bearer ${token}` })],
    ['Authorization with the scheme in lower case', (token) => ({ authorization: `bearer ${token}` })],
    ['X-Submission-Token', (token) => ({ 'x-submission-token': token })],
    ['both headers', (token) => ({ authorization: `Bearer ${token}`, 'x-submission-token': token })],
    ['a header and a foreign origin', (token) => ({ 'x-submission-token': token, origin: 'https://evil.example' })],
  ])('has the source api with the token in %s', async (_, headers) => {
    const form = await closedForm();
    const answer = await submit(app.api, form, { email: 'a@b.example' }, headers(form.submission_token));
    expect(answer.status).toBe(201);
    await expectSource(form, 'api');
  });

  it('has the source api even with a page token', async () => {
    const form = await closedForm();
    const headers = { 'x-submission-token': form.submission_token };
    expect((await submitPairs(app.api, form, [['_nonce', nonceFor(app, form)]], headers)).status).toBe(201);
    await expectSource(form, 'api');
  });
});

describe('an invalid credential', () => {
  it.each<[string, (token: string, key: string) => Record<string, string>]>([
    ['is cut short', (token) => ({ 'x-submission-token': token.slice(0, -1) })],
    ['is empty', () => ({ 'x-submission-token': '' })],
    ['is an API key', (_, key) => ({ authorization: `Bearer ${key}` })],
    ['has another scheme', (token) => ({ authorization: `Basic ${token}` })],
    ['has no scheme', (token) => ({ authorization: token })],
    ['is contradicted by the other header', (token) => ({ authorization: `Bearer ${token}`, 'x-submission-token': 'x' })],
  ])('answers 401 despite an allowed origin, when it %s', async (_, headers) => {
    const form = await closedForm();
    const answer = await submit(app.api, form, { n: 1 }, { ...headers(form.submission_token, await app.key()), origin: PAGE });
    expectError(answer, 'invalid_submission_token');
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('tells a client that it has sent an API key, without repeating the key', async () => {
    const form = await closedForm();
    const key = await app.key();
    const answer = await submit(app.api, form, { n: 1 }, { authorization: `Bearer ${key}` });
    expectError(answer, 'invalid_submission_token');
    expect(answer.body.error!.message).toMatch(/^This is an API key\. /);
    expect(JSON.stringify(answer.body)).not.toContain(key);
  });

  it('answers 401 for the token of another form', async () => {
    const [form, other] = [await closedForm(), await closedForm()];
    const answer = await submit(app.api, form, { n: 1 }, { 'x-submission-token': other.submission_token, origin: PAGE });
    expectError(answer, 'invalid_submission_token');
  });

  it('answers 401 for a submission token sent to the management API', async () => {
    const form = await closedForm();
    expectError(await app.api.get('/v1/forms', { key: form.submission_token }), 'invalid_api_key');
  });
});

describe('a submission from the hosted page', () => {
  it("has the source hosted_form, from the service's own origin only, whatever origins the form lists", async () => {
    const form = await closedForm();
    const proven: [string, string][] = [['_nonce', nonceFor(app, form)]];
    expectError(await submitPairs(app.api, form, proven, { origin: 'https://evil.example' }), 'origin_not_allowed');
    expect((await submitPairs(app.api, form, proven, { origin: OWN_ORIGIN })).status).toBe(201);
    await expectSource(form, 'hosted_form');
  });

  it("is refused without a page token unless the form lists the service's origin", async () => {
    const form = await closedForm();
    expectError(await submitPairs(app.api, form, [['email', 'x']], { origin: OWN_ORIGIN }), 'origin_not_allowed');
    const open = await anEnabledForm(app.api, { allowed_origins: [OWN_ORIGIN] });
    expect((await submitPairs(app.api, open, [['email', 'x']], { origin: OWN_ORIGIN })).status).toBe(201);
    await expectSource(open, 'form_submit');
  });

  it.each<[string, (nonce: string, other: string) => string]>([
    ['of another form', (_, other) => other],
    ['with a character changed', (nonce) => nonce.slice(0, -2) + (nonce.at(-2) === 'A' ? 'B' : 'A') + nonce.at(-1)],
    ['that is cut short', (nonce) => nonce.slice(0, -4)],
    ['that is a guess', () => 'nonce'],
  ])('is refused with a page token %s', async (_, altered) => {
    const [form, other] = [await closedForm(), await closedForm()];
    const nonce = altered(nonceFor(app, form), nonceFor(app, other));
    expectError(await submitPairs(app.api, form, [['_nonce', nonce]], { origin: OWN_ORIGIN }), 'origin_not_allowed');
    const open = await anEnabledForm(app.api);
    expect(
      (
        await submitPairs(app.api, open, [
          ['n', '1'],
          ['_nonce', nonce],
        ])
      ).status,
    ).toBe(201);
    await expectSource(open, 'form_submit');
  });

  it('is accepted for an hour', async () => {
    const form = await closedForm();
    const nonce: [string, string] = ['_nonce', nonceFor(app, form)];
    app.clock.forward({ minutes: 59 });
    expect((await submitPairs(app.api, form, [nonce], { origin: OWN_ORIGIN })).status).toBe(201);
    app.clock.forward({ minutes: 2 });
    expectError(await submitPairs(app.api, form, [nonce], { origin: OWN_ORIGIN }), 'origin_not_allowed');
  });
});
