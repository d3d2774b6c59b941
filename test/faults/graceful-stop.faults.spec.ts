import { Agent, request } from 'undici';
import type { CreatedForm } from '../support/forms';
import { ServiceProcess } from '../support/service-process';
import { waitUntil } from '../support/wait-until';
import { aFormForLoad, expectStoredOnce, SubmissionLoad } from '../support/submission-load';

let service: ServiceProcess;
let form: CreatedForm;
beforeAll(async () => {
  service = await ServiceProcess.started({ SHUTDOWN_DELAY_SECONDS: '1' });
  form = await aFormForLoad(service.api);
});

/** Submits like a proxy: on one connection until an answer announces that the service closes it, and not again afterwards. */
async function submitUntilClosed(acknowledged: Map<string, string>, name: string): Promise<number[]> {
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
  it('answers every request on every connection, loses nothing, and exits with 0', async () => {
    const acknowledged = new Map<string, string>();
    const clients = Array.from({ length: 16 }, (_, n) => submitUntilClosed(acknowledged, `client-${n}`));
    const load = new SubmissionLoad(service.api.baseUrl, form, 1);
    await load.waitForMore(30);
    await load.stop();
    const ended = service.stop();
    expect((await Promise.all(clients)).flat()).toEqual([]);
    expect(await ended).toBe(0);
    await waitUntil(() => /Stopping\..*\n[^]*Stopped\./.test(service.output));
    await service.start();
    const all = new Map([...acknowledged, ...load.acknowledged]);
    await expectStoredOnce(await service.databaseUrl(), form, all);
  });

  it('loses no acknowledged submission when its clients ignore the shutdown', async () => {
    const other = await aFormForLoad(service.api);
    const load = new SubmissionLoad(service.api.baseUrl, other);
    await load.waitForMore(100);
    expect(await service.stop()).toBe(0);
    await service.start();
    await load.waitForMore(20);
    await load.stop();
    await expectStoredOnce(await service.databaseUrl(), other, load.acknowledged);
    expect([...load.refusals.keys()].filter((status) => status !== 503)).toEqual([]);
  });

  it('exits although submissions never pause', async () => {
    const busy = await aFormForLoad(service.api);
    const load = new SubmissionLoad(service.api.baseUrl, busy, 50);
    await load.waitForMore(200);
    expect(await service.stop()).toBe(0);
    await service.start();
    await load.stop();
    await expectStoredOnce(await service.databaseUrl(), busy, load.acknowledged);
  });
});
