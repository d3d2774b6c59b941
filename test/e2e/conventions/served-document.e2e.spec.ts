import type { ErrorCode } from '../../../src/api/errors/api-error';
import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ baseUrl: 'https://api.example.com/collect', console: 'off' });
});
afterAll(() => app.close());

/** As a browser does. */
const open = (path: string) => app.api.as(null).get(path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });

const textOf = async (path: string): Promise<unknown> => (await app.api.as(null).get(path)).body;

describe('the served API document', () => {
  it('names the whole of BASE_URL as its server', async () => {
    const { body } = await app.api.as(null).get('/openapi.json');
    expect(body.servers).toEqual([{ url: 'https://api.example.com/collect', description: 'This service' }]);
  });
});

describe('/llms.txt', () => {
  it('is a text for models, with the addresses below BASE_URL and without a key', async () => {
    const { status, headers, body } = await app.api.as(null).get('/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toMatch(/^# Form collection service\n\n> /);
    const addresses = (body as unknown as string).match(/https?:\/\/[^\s)"]+/g) ?? [];
    const others = addresses.filter((address) => !address.startsWith('https://api.example.com/collect/'));
    expect(others).toEqual(['https://crm.example.com/hook', 'https://api.example.com/collect']);
    expect(body).toContain('(https://api.example.com/collect/docs)');
  });
});

describe('the index at /', () => {
  it('tells programs what the service is and where to go, below BASE_URL', async () => {
    const { status, body } = await app.api.as(null).get('/');
    expect([status, body]).toEqual([
      200,
      {
        data: {
          name: 'Form collection service',
          description: expect.stringContaining('It is running.'),
          links: {
            documentation: 'https://api.example.com/collect/docs',
            openapi: 'https://api.example.com/collect/openapi.json',
            summary: 'https://api.example.com/collect/llms.txt',
            api: 'https://api.example.com/collect/v1',
            readiness: 'https://api.example.com/collect/readyz',
          },
          demo: 'npm run cli -- demo',
        },
        request_id: expect.stringMatching(/^req_/),
      },
    ]);
  });

  it('tells people the same on a page that runs no script', async () => {
    const { status, headers, body } = await open('/');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'");
    expect(body).toMatch(/It is running\..*href="\/collect\/docs".*npm run cli -- demo/s);
  });
});

describe('an address of programs that a person opens in a browser', () => {
  it.each<[string, number, string, RegExp]>([
    ['/v1', 404, 'resource_not_found', /The API begins here.*href="\/collect\/docs"/s],
    ['/api/v1/forms/01a2/submit', 405, 'method_not_allowed', /receives submissions.*href="\/collect\/f\/01a2"/s],
  ])('%s is answered with %i as before, and says what it is for', async (path, status, code, words) => {
    const page = await open(path);
    expect([page.status, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(page.body).toMatch(words);
    const refusal = await app.api.as(null).get(path);
    expectError(refusal, code as ErrorCode);
    expect(page.headers.allow).toBe(refusal.headers.allow);
  });

  it('is answered with JSON where it is no such address', async () => {
    expectError(await open('/v1/nothing'), 'resource_not_found');
    expectError(await open('/v1/forms'), 'invalid_api_key');
  });
});

describe('Swagger UI', () => {
  it('fits the screens of phones', async () => {
    expect(await textOf('/docs')).toMatch(/<head>\s*<meta name="viewport" content="width=device-width, initial-scale=1">/);
  });

  it('keeps no key in the browser, removes what earlier versions have kept, and is apart from other windows of its origin', async () => {
    const script = await textOf('/docs/swagger-ui-init.js');
    expect(script).not.toContain('persistAuthorization');
    expect(script).toContain("removeItem('authorized')");
    const { headers } = await app.api.as(null).get('/docs');
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
  });

  it('sends requests to the origin of its page, below the path of BASE_URL', async () => {
    const script = await textOf('/docs/swagger-ui-init.js');
    expect(script).toMatch(/"servers": \[\s*\{\s*"url": "\/collect"/);
    expect(script).not.toContain('https://api.example.com/collect');
  });

  it('does not list the schemas, and offers an idempotency key and the first call of a newcomer first', async () => {
    const script = await textOf('/docs/swagger-ui-init.js');
    expect(script).toContain('"defaultModelsExpandDepth": -1');
    expect(script).toMatch(/"name": "Idempotency-Key",[^}]*"example": "[0-9a-f-]{36}"/);
    expect(script).toMatch(/"tags": \[\s*\{\s*"name": "Capabilities"/);
  });
});
