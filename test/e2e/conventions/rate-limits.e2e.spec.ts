import { AccountsService } from '../../../src/accounts/accounts.service';
import { expectError } from '../../support/api';
import type { Answer, Api } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { advanceMonotonicClock } from '../../support/keys';
import { addressWith, exampleBodyOf, isRead, methodOf, unknownIds, OPERATION_PATHS, operationsOf } from '../../support/operations';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const EACH_OPERATION = Object.keys(OPERATION_PATHS);

const DESTRUCTIVE = [
  'DELETE /v1/forms/:id',
  'DELETE /v1/forms/:form/fields/:field',
  'DELETE /v1/forms/:form/submissions/:submission/files/:file',
  'POST /v1/erasures',
  'DELETE /v1/keys/:key',
];

function bucketOf(operation: string): string {
  if (isRead(operation)) return 'read';
  return DESTRUCTIVE.includes(operation) ? 'destructive' : 'write';
}

const limited = async (limits: object): Promise<Api> => app.api.as(await app.key(limits));

const ask = (api: Api): Promise<Answer> => api.get('/v1/capabilities');

/** The remaining requests of a bucket by the RateLimit header. */
function remaining({ headers }: Answer, bucket: string): number {
  return Number(new RegExp(`"${bucket}";r=(\\d+);t=\\d+`).exec(headers.ratelimit ?? '')![1]);
}

/** Expects a 429 that names this bucket and the time to wait. */
function expectLimited(answer: Answer, bucket: string): void {
  expectError(answer, 'rate_limit_exceeded');
  const { details } = answer.body.error!;
  expect(details).toEqual({ bucket, retry_after: Number(answer.headers['retry-after']) });
  expect(details.retry_after).toBeGreaterThanOrEqual(1);
}

describe('every operation', () => {
  it.each(EACH_OPERATION)("%s takes one from its own bucket and one from the account's", async (operation) => {
    const bucket = bucketOf(operation);
    const api = await limited({ readPerMinute: 50, writePerMinute: 40, destructivePerMinute: 30 });
    const limit = { read: 50, write: 40, destructive: 30 }[bucket];
    const path = addressWith(operation, unknownIds());
    const answer = await api.call(methodOf(operation), path, exampleBodyOf(operation));
    expect(answer.headers['ratelimit-policy']).toBe(`"${bucket}";q=${limit};w=60, "user_aggregate";q=12000;w=60`);
    expect(answer.headers.ratelimit).toMatch(new RegExp(`^"${bucket}";r=${limit! - 1};t=\\d+, "user_aggregate";r=\\d+;t=[01]$`));
  });

  it('takes from the bucket that it declares', () => {
    const declared = [...operationsOf(app)].map(([operation, { bucket }]) => [operation, bucket]);
    expect(declared.sort()).toEqual(EACH_OPERATION.map((operation) => [operation, bucketOf(operation)]).sort());
  });
});

describe('every authenticated request counts', () => {
  it('whatever its answer', async () => {
    const api = await limited({ readPerMinute: 10 });
    const requests: (() => Promise<Answer>)[] = [
      () => api.get('/v1/capabilities'),
      () => api.get(`/v1/forms/${unknownIds().form}`),
      () => api.get('/v1/forms/malformed'),
      () => api.get('/v1/forms?limit=0'),
      () => api.get('/v1/forms?cursor=x'),
      () => api.call('HEAD', '/v1/capabilities'),
      () => api.call('GET', '/v1/capabilities', undefined, { headers: { 'x-forwarded-for': '1.2.3.4' } }),
    ];
    for (const [index, request] of requests.entries()) expect(remaining(await request(), 'read')).toBe(9 - index);
  });

  it('even when the key lacks the scope', async () => {
    const api = await limited({ readPerMinute: 2, scopes: [] });
    expectError(await api.get('/v1/forms'), 'insufficient_scope');
    expectError(await api.get('/v1/forms'), 'insufficient_scope');
    expectLimited(await api.get('/v1/forms'), 'read');
  });

  it('even when the key is read-only', async () => {
    const api = await limited({ writePerMinute: 1, isReadOnly: true });
    expectError(await api.patch(`/v1/forms/${unknownIds().form}`, {}), 'writes_disabled');
    expectLimited(await api.patch(`/v1/forms/${unknownIds().form}`, {}), 'write');
  });

  it('except OPTIONS and unknown addresses', async () => {
    const api = await limited({ readPerMinute: 1 });
    for (const answer of [await api.call('OPTIONS', '/v1/forms'), await api.get('/v1/nothing'), await api.put('/v1/forms')])
      expect(answer.headers.ratelimit).toBeUndefined();
    expect((await ask(api)).status).toBe(200);
  });
});

describe('429', () => {
  it('names the bucket and the seconds to wait, after which a request passes', async () => {
    const api = await limited({ readPerMinute: 3 });
    for (let n = 0; n < 3; n++) expect((await ask(api)).status).toBe(200);
    const answer = await ask(api);
    expectLimited(answer, 'read');
    const wait = answer.headers['retry-after'];
    expect(answer.headers.ratelimit).toMatch(new RegExp(`^"read";r=0;t=${wait}, `));
    advanceMonotonicClock(Number(wait));
    expect((await ask(api)).status).toBe(200);
    expectLimited(await ask(api), 'read');
  });

  it('does not count itself', async () => {
    const api = await limited({ readPerMinute: 1 });
    await ask(api);
    for (let n = 0; n < 5; n++) expect(Number((await ask(api)).headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('of one bucket leaves the others alone', async () => {
    const form = await aForm(app.api);
    const api = await limited({ readPerMinute: 1, writePerMinute: 1, destructivePerMinute: 1 });
    const write = () => api.patch(`/v1/forms/${form.id}`, {}, { ifMatch: '*' });
    const destroy = () => api.delete(`/v1/forms/${form.id}`, { ifMatch: '"old"' });
    expect([(await ask(api)).status, (await write()).status, (await destroy()).status]).toEqual([200, 200, 412]);
    expectLimited(await ask(api), 'read');
    expectLimited(await write(), 'write');
    expectLimited(await destroy(), 'destructive');
  });

  it('is the answer to concurrent requests beyond the size of the bucket', async () => {
    const api = await limited({ readPerMinute: 7 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(api)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    answers.filter(({ status }) => status !== 200).forEach((answer) => expectLimited(answer, 'read'));
  });

  it('prevents a creation', async () => {
    const { key } = await app.stranger();
    const api = app.api.as(key);
    await aForm(api);
    const limits = await app.key({ accountId: await accountOf(api), writePerMinute: 1 });
    await aForm(app.api.as(limits));
    const body = { name: 'x', validate_fields: true, notifications_enabled: true };
    expectLimited(await app.api.as(limits).post('/v1/forms', body), 'write');
    expect((await api.get<unknown[]>('/v1/forms')).body.data).toHaveLength(2);
  });

  const accountOf = async (api: Api): Promise<string> => {
    const { id } = (await api.get<{ id: string }[]>('/v1/forms')).body.data[0]!;
    const row = await app.database.queryOne<{ account: string }>('select account_id as account from forms where id = $1', [id]);
    return row!.account;
  };
});

describe('the account', () => {
  const accountWith = async (aggregatePerMinute: number): Promise<string> =>
    (await app.app.get(AccountsService).create(`limited ${performance.now()}`, 'self_hosted', aggregatePerMinute)).id;

  it('has one limit for all its keys and all buckets', async () => {
    const accountId = await accountWith(6);
    const apis = await Promise.all([1, 2, 3].map(() => limited({ accountId })));
    for (const api of apis) {
      expect((await ask(api)).status).toBe(200);
      expectError(await api.patch(`/v1/forms/${unknownIds().form}`, {}), 'resource_not_found');
    }
    for (const api of apis) {
      expectLimited(await ask(api), 'user_aggregate');
      expectLimited(await api.patch(`/v1/forms/${unknownIds().form}`, {}), 'user_aggregate');
    }
    expect((await ask(app.api)).status).toBe(200);
  });

  it('takes nothing from the buckets of its keys when it is exhausted', async () => {
    const api = await limited({ accountId: await accountWith(1), readPerMinute: 2 });
    expect(remaining(await ask(api), 'read')).toBe(1);
    for (let n = 0; n < 3; n++) expect(remaining(await ask(api), 'read')).toBe(1);
  });

  it('loses nothing to a request that a bucket of the key refuses', async () => {
    const accountId = await accountWith(5);
    const api = await limited({ accountId, readPerMinute: 1 });
    await ask(api);
    for (let n = 0; n < 3; n++) expectLimited(await ask(api), 'read');
    expect(remaining(await ask(await limited({ accountId })), 'user_aggregate')).toBe(3);
  });
});

describe('an address that fails to authenticate', () => {
  let proxied: Awaited<ReturnType<TestApp['sibling']>>;
  beforeAll(async () => {
    proxied = await app.sibling({ trustProxy: ['loopback'] });
  });
  afterAll(() => proxied.close());

  const failFrom = (address: string, { api }: { api: Api } = proxied): Promise<Answer> =>
    api.as('guess').get('/v1/capabilities', { headers: { 'x-forwarded-for': address } });

  const failTwenty = async (address: (n: number) => string, instance?: { api: Api }): Promise<void> => {
    for (let n = 0; n < 20; n++) expectError(await failFrom(address(n), instance), 'invalid_api_key');
  };

  it('is limited at the 21st failure, while a valid key from there passes', async () => {
    await failTwenty(() => '10.1.1.1');
    const answer = await failFrom('10.1.1.1');
    expectLimited(answer, 'failed_authentication');
    expect(answer.headers['www-authenticate']).toBeUndefined();
    const headers = { 'x-forwarded-for': '10.1.1.1' };
    expect((await proxied.api.get('/v1/capabilities', { headers })).status).toBe(200);
  });

  it('does not limit other addresses', async () => {
    await failTwenty(() => '10.1.1.2');
    expectError(await failFrom('10.1.1.3'), 'invalid_api_key');
  });

  it('is limited together with its IPv6 /64 network', async () => {
    await failTwenty((n) => `2001:db8:1:2:${n + 1}::${n}`);
    expectLimited(await failFrom('2001:db8:1:2:ffff::1'), 'failed_authentication');
    expectError(await failFrom('2001:db8:1:3::1'), 'invalid_api_key');
  });

  it('is the same address in IPv4 and mapped into IPv6, in decimal and in hexadecimal', async () => {
    const spellings = ['10.1.1.5', '::ffff:10.1.1.5', '::ffff:a01:105', '[::ffff:a01:105]:51234'];
    await failTwenty((n) => spellings[n % 3]!);
    for (const spelling of spellings) expectLimited(await failFrom(spelling), 'failed_authentication');
  });

  it('cannot evade the limit with X-Forwarded-For, unless a trusted proxy sends it', async () => {
    await failTwenty((n) => `10.2.2.${n}`, app);
    expectLimited(await failFrom('10.2.2.99', app), 'failed_authentication');
    await failTwenty((n) => `10.3.3.${n}, 10.1.1.9`);
    expectLimited(await failFrom('10.3.3.99, 10.1.1.9'), 'failed_authentication');
  });

  it.each<[string, Record<string, string>]>([
    ['without an Authorization header', {}],
    ['with an empty one', { authorization: ' ' }],
  ])('is not counted %s, since nothing was guessed', async (_, headers) => {
    const ask = () => proxied.api.as(null).get('/v1/capabilities', { headers: { 'x-forwarded-for': '10.1.1.6', ...headers } });
    for (let n = 0; n < 30; n++) expectError(await ask(), 'invalid_api_key');
    expectError(await failFrom('10.1.1.6'), 'invalid_api_key');
  });

  it('may try again later', async () => {
    await failTwenty(() => '10.1.1.4');
    const wait = Number((await failFrom('10.1.1.4')).headers['retry-after']);
    advanceMonotonicClock(wait);
    expectError(await failFrom('10.1.1.4'), 'invalid_api_key');
  });
});
