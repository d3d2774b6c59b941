import { LIMITS, RequestQueue } from '../../../src/api/http/load-shedding';
import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { send } from '../../support/wire';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await startApp();
  form = await anEnabledForm(app.api, { fields: [{ name: 'key', type: 'string' }] });
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const metrics = async (): Promise<string> => (await send('GET', `${app.api.baseUrl}/metrics`)).text;

/** Does something while as many requests are worked on as the process works on at a time. */
async function atTheBound(act: () => Promise<void>): Promise<void> {
  const queue = app.app.get(RequestQueue);
  for (let begun = 0; begun < LIMITS.maxInWork; begun += 1) queue.begin();
  await act();
  for (let begun = 0; begun < LIMITS.maxInWork; begun += 1) queue.end();
}

it('refuses submissions that would wait for long with 503, Retry-After and CORS headers, and stores nothing of them; probes of the process alone are answered', async () => {
  jest.replaceProperty(LIMITS, 'maxWaitMs', 100);
  await atTheBound(async () => {
    const answer = await submit(app.api, form, { key: 'a' }, { origin: 'https://page.example' });
    expectError(answer, 'service_unavailable');
    expect(answer.headers).toMatchObject({ 'retry-after': '1', 'access-control-allow-origin': '*' });
    expect(answer.headers['x-request-id']).toBe(answer.body.request_id);
    expect((await send('GET', `${app.api.baseUrl}/healthz`)).status).toBe(200);
    for (const path of ['/readyz', '/metrics']) expect((await send('GET', app.api.baseUrl + path)).status).toBe(503);
  });
  expect(await metrics()).toMatch(/^http_requests_shed_total\{kind="submission"\} 1$/m);
  expect(await metrics()).toMatch(/^http_requests_shed_total\{kind="other"\} 2$/m);
  expect(await storedIn(app.api, form)).toEqual([]);
  expect((await submit(app.api, form, { key: 'b' })).status).toBe(201);
});
