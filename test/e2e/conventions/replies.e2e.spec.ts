import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm } from '../../support/forms';
import { addressWith, createPathIds, OPERATION_PATHS, type PathIds } from '../../support/operations';
import { send } from '../../support/wire';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await shareApp();
  form = await aForm(app.api);
});
afterAll(() => app.close());

const REQUEST_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;

const READS = Object.keys(OPERATION_PATHS).filter((operation) => operation.startsWith('GET '));

describe('every answer', () => {
  it.each<[string, () => ReturnType<typeof app.api.get>]>([
    ['of success', () => app.api.get('/v1/forms')],
    ['to a creation', () => app.api.post('/v1/forms', { name: 'x', validate_fields: true, notifications_enabled: true })],
    ['to a delete', async () => app.api.delete(`/v1/forms/${(await aForm(app.api)).id}`, { ifMatch: '*' })],
    ['304', () => app.api.get(`/v1/forms/${form.id}/fields`, { headers: { 'if-none-match': '*' } })],
    ['to bad JSON', () => app.api.patch(`/v1/forms/${form.id}`, '{', { ifMatch: '*', headers: JSON_TYPE })],
    ['401', () => app.api.as(null).get('/v1/forms')],
    ['404 for an unknown address', () => app.api.get('/v1/nothing')],
    ['404 outside the API', () => app.api.get('/nothing')],
    ['405', () => app.api.put('/v1/forms', {})],
    ['414', () => app.api.get(`/${'x'.repeat(8200)}`)],
    ['422', () => app.api.get('/v1/forms?limit=0')],
    ['to OPTIONS', () => app.api.call('OPTIONS', '/v1/forms')],
  ])('%s carries a request id and the security headers', async (_, call) => {
    const { headers } = await call();
    expect(headers['x-request-id']).toMatch(REQUEST_ID);
    expect(headers).toMatchObject({
      'cache-control': 'no-store, no-transform',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('is JSON in UTF-8, whatever the client accepts', async () => {
    for (const accept of ['text/html', 'application/xml;q=1', 'image/*', '']) {
      const { headers, status } = await app.api.get('/v1/forms', { headers: { accept } });
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    }
    const error = await app.api.get('/v1/nothing', { headers: { accept: 'text/html' } });
    expect(error.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('has no CORS headers', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    const answers = [
      await app.api.get('/v1/forms', { headers }),
      await app.api.as(null).get('/v1/forms', { headers }),
      await app.api.call('OPTIONS', '/v1/forms', undefined, { headers }),
      await app.api.call('OPTIONS', `/v1/forms/${form.id}`, undefined, { headers }),
    ];
    for (const answer of answers) {
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };

describe('the request id', () => {
  it('is unique for each request, and the same in header and body', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.api.get('/v1/capabilities')));
    expect(new Set(answers.map(({ body }) => body.request_id)).size).toBe(20);
    for (const { body, headers } of answers) expect(body.request_id).toBe(headers['x-request-id']);
  });

  it.each(['mine', 'req_01K9ZW3QG5V6T0H0J9D7V4N2XF', 'a\tb', 'x'.repeat(100)])('is never taken from the client, such as %j', async (id) => {
    const { headers, body } = await app.api.get('/v1/capabilities', { headers: { 'x-request-id': id } });
    expect(body.request_id).toMatch(REQUEST_ID);
    expect(Object.values(headers)).not.toContain(id);
  });
});

describe('HEAD', () => {
  let pathIds: PathIds;
  beforeAll(async () => {
    pathIds = await createPathIds(app.api, app);
  });

  it.each(READS)('answers like %s, without the body', async (operation) => {
    const path = addressWith(operation, pathIds);
    const [get, head] = [await app.api.get(path), await app.api.call('HEAD', path)];
    expect({ status: head.status, body: head.body }).toEqual({ status: 200, body: '' });
    const { 'content-length': length, 'content-type': type, etag } = get.headers;
    expect(head.headers['content-length']).toBe(length);
    expect(head.headers).toMatchObject({ 'content-type': type, ...(etag && { etag }) });
  });

  it('is refused like a read', async () => {
    expect((await app.api.as(null).call('HEAD', '/v1/forms')).status).toBe(401);
    expect((await app.api.call('HEAD', '/v1/forms?limit=0')).status).toBe(422);
  });
});

describe('OPTIONS', () => {
  it.each([
    ['/v1/forms', 'GET, HEAD, OPTIONS, POST'],
    ['/v1/forms/any', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['/v1/forms/any/fields', 'GET, HEAD, OPTIONS, POST'],
    ['/v1/forms/any/fields/1', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['/v1/capabilities', 'GET, HEAD, OPTIONS'],
    ['/openapi.json', 'GET, HEAD, OPTIONS'],
    ['/llms.txt', 'GET, HEAD, OPTIONS'],
    ['/docs', 'GET, HEAD, OPTIONS'],
  ])('of %s lists the methods without authentication, and nothing else', async (path, allow) => {
    const answer = await app.api.as(null).call('OPTIONS', path);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: '' });
    expect(answer.headers.allow).toBe(allow);
  });
});

describe('404', () => {
  it.each([
    '/v1',
    '/v1/',
    '/v1/forms/',
    '/V1/forms',
    '/v1/Forms',
    '/v2/forms',
    '//v1/forms',
    '/v1//forms',
    '/v1/forms/a/b/c/d',
    '/v1/forms%2F',
    '/v1/%66orms/',
    '/admin',
    '/admin/v1/keys',
    '/v1/admin/keys',
    '/.env',
    '/v1/../forms',
    '/metrics/',
  ])('knows no %s', async (path) => {
    const answer = await app.api.call('GET', path);
    expectError(answer, 'resource_not_found');
    expect(answer.body.error!.details).toEqual({});
  });
});

describe('an address with unnecessary escapes', () => {
  it.each(['GET', 'POST', 'DELETE', 'OPTIONS'])('is unknown to %s, as to every other method', async (method) => {
    expectError(await app.api.call(method, '/v1/%66orms'), 'resource_not_found');
  });

  it('is the address of the form whose id it contains', async () => {
    const { status } = await app.api.get(`/v1/forms/%30${form.id.slice(1)}`);
    expect(status).toBe(200);
  });
});

describe('400', () => {
  it.each(['/v1/forms/%', '/v1/forms/%zz', '/v1/%C3', '/v1/forms/%ED%A0%80', '/v1/forms/%FF/fields'])(
    'refuses the percent-encoding of %s',
    async (path) => {
      expectError(await app.api.get(path), 'malformed_request');
    },
  );
});

describe('405', () => {
  it.each([
    ['PUT', '/v1/forms', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/v1/forms', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/v1/forms/any', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['PUT', '/v1/forms/any/fields/1', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['GET', '/v1/forms/any/submission-token/rotate', 'OPTIONS, POST'],
    ['HEAD', '/v1/forms/any/submission-token/rotate', 'OPTIONS, POST'],
    ['POST', '/v1/capabilities', 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['TRACE', '/v1/forms', 'GET, HEAD, OPTIONS, POST'],
    ['PROPFIND', '/v1/forms', 'GET, HEAD, OPTIONS, POST'],
  ])('answers %s %s with the allowed methods', async (method, path, allow) => {
    const { status, headers, text } = await send(method, `${app.api.baseUrl}${path}`);
    expect([status, headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD') {
      expect(JSON.parse(text)).toEqual({
        error: { code: 'method_not_allowed', message: expect.any(String), details: {} },
        request_id: headers['x-request-id'],
      });
    }
  });

  it('ignores method override headers', async () => {
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' };
    expect((await app.api.get(`/v1/forms/${form.id}?_method=DELETE`, { headers })).status).toBe(422);
    expect((await app.api.get(`/v1/forms/${form.id}`, { headers })).status).toBe(200);
  });
});

describe('over TLS', () => {
  it('sends Strict-Transport-Security for its own host and none below it', async () => {
    const secure = await app.sibling({ baseUrl: 'https://forms.example.com', hsts: true });
    const { headers, body } = await secure.api.get('/v1/forms');
    await secure.close();
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(body.meta).toMatchObject({ path: 'https://forms.example.com/v1/forms' });
  });
});
