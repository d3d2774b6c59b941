import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

describe('200', () => {
  it('lists the ten presets in their published order, with the types that they apply to', async () => {
    const { body } = await app.api.get<{ value: string; applicable_types: string[] }[]>('/v1/validation-presets');
    expect(body.data.map(({ value, applicable_types }) => [value, applicable_types])).toEqual([
      ['email', ['string']],
      ['url', ['string']],
      ['tel', ['string']],
      ['ipv4', ['string']],
      ['ipv6', ['string']],
      ['uuid', ['string']],
      ['slug', ['string']],
      ['hex_color', ['string']],
      ['alpha_numeric', ['string']],
      ['integer', ['string', 'number']],
    ]);
  });

  it('gives each a label for people', async () => {
    const { body } = await app.api.get<{ label: string }[]>('/v1/validation-presets');
    expect(new Set(body.data.map(({ label }) => label)).size).toBe(10);
  });

  it('needs no scope', async () => {
    const answer = await app.api.as(await app.key({ scopes: [] })).get('/v1/validation-presets');
    expect(answer.status).toBe(200);
  });
});

describe('401', () => {
  it('refuses a caller without a valid key', async () => {
    expectError(await app.api.as(null).get('/v1/validation-presets'), 'invalid_api_key');
  });
});

describe('422', () => {
  it('refuses query parameters', async () => {
    expectFieldErrors(await app.api.get('/v1/validation-presets?type=string'), 'type');
  });
});
