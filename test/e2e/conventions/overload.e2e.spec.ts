import { LoadShedding } from '../../../src/api/http/load-shedding';
import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { send } from '../../support/wire';

let app: TestApp;
let form: CreatedForm;
let shedding: LoadShedding;
let nowMs: number;
beforeAll(async () => {
  app = await startApp();
  form = await anEnabledForm(app.api, { fields: [{ name: 'key', type: 'string' }] });
  shedding = app.app.get(LoadShedding);
  nowMs = performance.now();
});
afterAll(() => app.close());

const observeForSeconds = (lateMs: number): void => {
  for (const endMs = nowMs + 5_000; nowMs < endMs; nowMs += 50) shedding.observe({ nowMs, lateMs, inFlight: 500 });
};

describe('a process whose event loop stays late', () => {
  beforeEach(() => observeForSeconds(200));
  afterEach(() => observeForSeconds(0));

  it('refuses submissions at once with 503, Retry-After and CORS headers, and stores nothing of them', async () => {
    const answer = await submit(app.api, form, { key: 'a' }, { origin: 'https://page.example' });
    expectError(answer, 'service_unavailable');
    expect(answer.headers).toMatchObject({ 'retry-after': '1', 'access-control-allow-origin': '*' });
    expect(answer.headers['x-request-id']).toBe(answer.body.request_id);
    expect(await storedAfterwards()).toEqual([]);
  });

  it('refuses other requests too, and discards a body without closing the connection', async () => {
    expectError(await app.api.get('/v1/forms'), 'service_unavailable');
    const answer = await submit(app.api, form, { key: 'x'.repeat(100_000) });
    expectError(answer, 'service_unavailable');
    expect(answer.headers.connection).toBe('keep-alive');
  });

  it('answers probes and metrics, which count what was refused', async () => {
    await submit(app.api, form, { key: 'a' });
    for (const path of ['/healthz', '/readyz']) expect((await send('GET', app.api.baseUrl + path)).status).toBe(200);
    const { text } = await send('GET', `${app.api.baseUrl}/metrics`);
    expect(text).toMatch(/^http_requests_shed_total\{kind="submission"\} [1-9]/m);
  });

  it('accepts submissions again once it is punctual', async () => {
    observeForSeconds(0);
    expect((await submit(app.api, form, { key: 'b' })).status).toBe(201);
  });
});

async function storedAfterwards(): Promise<unknown[]> {
  observeForSeconds(0);
  return storedIn(app.api, form);
}
