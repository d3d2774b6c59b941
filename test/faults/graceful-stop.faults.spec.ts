import { Agent, request } from 'undici';
import type { CreatedForm } from '../support/forms';
import { anEnabledForm } from '../support/forms';
import { ServiceProcess } from '../support/service-process';
import { expectStoredOnce, Submitters } from '../support/submitters';

let service: ServiceProcess;
let form: CreatedForm;
beforeAll(async () => {
  service = await ServiceProcess.prepare({ SHUTDOWN_DELAY_SECONDS: '1' });
  await service.start();
  form = await anEnabledForm(service.api, { fields: [{ name: 'key', type: 'string' }] });
}, 120_000);
afterAll(() => service.remove());

/** As a proxy does: keeps its connection until an answer says that the service will close it, and opens none after that. */
async function submitUntilTold(acknowledged: Map<string, string>, name: string): Promise<number[]> {
  const dispatcher = new Agent({ connections: 1, pipelining: 1 });
  const others: number[] = [];
  for (let n = 0; ; n += 1) {
    const key = `${name}-${n}`;
    const { statusCode, headers, body } = await request(`${service.api.baseUrl}/api/v1/forms/${form.id}/submit`, {
      method: 'POST',
      dispatcher,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    });
    const answer = (await body.json()) as { data: { id: string } };
    if (statusCode === 201) acknowledged.set(key, answer.data.id);
    else others.push(statusCode);
    if (headers.connection === 'close') break;
  }
  await dispatcher.close();
  return others;
}

describe('a service that is told to stop under load', () => {
  it('answers every request on every connection, loses nothing, and ends with 0 in time', async () => {
    const acknowledged = new Map<string, string>();
    const clients = Array.from({ length: 16 }, (_, n) => submitUntilTold(acknowledged, `client-${n}`));
    const submitters = new Submitters(service.api.baseUrl, form, 1);
    await submitters.more(30);
    await submitters.stop();
    const begun = performance.now();
    const ended = service.stop();
    expect((await Promise.all(clients)).flat()).toEqual([]);
    expect(await ended).toBe(0);
    expect(performance.now() - begun).toBeLessThan(20_000);
    await service.start();
    const all = new Map([...acknowledged, ...submitters.acknowledged]);
    await expectStoredOnce(await service.databaseUrl(), form, all);
  }, 60_000);

  it('loses nothing that it acknowledged when its clients take no notice', async () => {
    const other = await anEnabledForm(service.api, { fields: [{ name: 'key', type: 'string' }] });
    const submitters = new Submitters(service.api.baseUrl, other);
    await submitters.more(100);
    const begun = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(20_000);
    await service.start();
    await submitters.more(20);
    await submitters.stop();
    await expectStoredOnce(await service.databaseUrl(), other, submitters.acknowledged);
    expect([...submitters.refusals.keys()].filter((status) => status !== 503)).toEqual([]);
  }, 60_000);

  it('ends in time although submissions never pause', async () => {
    const busy = await anEnabledForm(service.api, { fields: [{ name: 'key', type: 'string' }] });
    const submitters = new Submitters(service.api.baseUrl, busy, 50);
    await submitters.more(200);
    const begun = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(20_000);
    await service.start();
    await submitters.stop();
    await expectStoredOnce(await service.databaseUrl(), busy, submitters.acknowledged);
  }, 90_000);
});
