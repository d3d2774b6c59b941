import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ baseUrl: 'https://api.example.com/collect' });
});
afterAll(() => app.close());

const textOf = async (path: string): Promise<unknown> => (await app.api.as(null).get(path)).body;

describe('the served API document', () => {
  it('names the whole of BASE_URL as its server', async () => {
    const { body } = await app.api.as(null).get('/openapi.json');
    expect(body.servers).toEqual([{ url: 'https://api.example.com/collect', description: 'This service' }]);
  });
});

describe('Swagger UI', () => {
  it('fits the screens of phones', async () => {
    expect(await textOf('/docs')).toMatch(
      /<head>\s*<meta name="viewport" content="width=device-width, initial-scale=1">/,
    );
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
