import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { lockTable } from '../../support/queries';
import { waitUntil } from '../../support/wait-until';
import { send } from '../../support/wire';

/** Requests that a process works on at a time. */
const BOUND = 256;

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await startApp();
  form = await anEnabledForm(app.api, { fields: [{ name: 'key', type: 'string' }] });
});
afterAll(() => app.close());

/** Does something while as many requests as the process works on at a time wait for the database. */
async function atTheBound(act: () => Promise<void>): Promise<void> {
  const lock = await lockTable(app.databaseUrl, 'forms');
  let arrived = 0;
  app.app.getHttpServer().on('request', () => (arrived += 1));
  const held = Array.from({ length: BOUND }, () => app.api.get('/v1/forms'));
  await waitUntil(() => arrived === BOUND);
  await act();
  await lock.release();
  await Promise.all(held);
}

it('refuses submissions that would wait for long with 503, Retry-After and CORS headers, and stores nothing of them', async () => {
  await atTheBound(async () => {
    const answer = await submit(app.api, form, { key: 'a' }, { origin: 'https://page.example' });
    expectError(answer, 'service_unavailable');
    expect(answer.headers).toMatchObject({ 'retry-after': '1', 'access-control-allow-origin': '*' });
    expect(answer.headers['x-request-id']).toBe(answer.body.request_id);
    for (const path of ['/healthz', '/readyz']) expect((await send('GET', app.api.baseUrl + path)).status).toBe(200);
    const { text } = await send('GET', `${app.api.baseUrl}/metrics`);
    expect(text).toMatch(/^http_requests_shed_total\{kind="submission"\} 1/m);
  });
  expect(await storedIn(app.api, form)).toEqual([]);
  expect((await submit(app.api, form, { key: 'b' })).status).toBe(201);
});
