import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { anEnabledForm } from '../../support/forms';
import { submitPairs } from '../../support/intake';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ baseUrl: 'https://example.com/forms' });
});
afterAll(() => app.close());

describe('a service under a path of its host', () => {
  it('answers a Location with the public path, also in a replay', async () => {
    const members = { name: 'Contact', validate_fields: true, notifications_enabled: false };
    const create = () => app.api.post<{ id: string }>('/v1/forms', members, { idempotencyKey: 'k' });
    const [first, second] = [await create(), await create()];
    const location = `/forms/v1/forms/${first.body.data.id}`;
    expect([first.headers.location, second.headers.location]).toEqual([location, location]);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  it('redirects to its own page under that path, and to other pages as requested', async () => {
    const origin = 'https://page.example';
    const form = await anEnabledForm(app.api, { allowed_origins: [origin] });
    const send = async (...pairs: [string, string][]) =>
      (await submitPairs(app.api, form, [['n', '1'], ...pairs], { origin, accept: 'text/html' })).headers.location;
    expect(await send()).toBe(`/forms/f/${form.id}/thanks`);
    expect(await send(['_redirect', `${origin}/next`])).toBe(`${origin}/next`);
  });
});
