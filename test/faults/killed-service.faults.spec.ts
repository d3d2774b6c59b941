import type { CreatedForm } from '../support/forms';
import { anEnabledForm } from '../support/forms';
import { ServiceProcess } from '../support/service-process';
import { expectStoredOnce, Submitters } from '../support/submitters';

let service: ServiceProcess;
let form: CreatedForm;
beforeAll(async () => {
  service = await ServiceProcess.prepare();
  await service.start();
  form = await anEnabledForm(service.api, { fields: [{ name: 'key', type: 'string' }] });
}, 120_000);
afterAll(() => service.remove());

describe('a service that is killed under load', () => {
  it('has every submission that it acknowledged, once, whatever died and whenever', async () => {
    const submitters = new Submitters(service.api.baseUrl, form);
    const startedIn: number[] = [];
    const restart = async () => void startedIn.push(await service.start());
    for (let round = 0; round < 6; round += 1) {
      await submitters.more(60 + 40 * (round % 3));
      if (round % 3 === 2)
        await service.killDatabase(); // which the service starts again by itself
      else {
        await service.kill();
        if (round % 3 === 1) await service.killDatabase();
        await restart();
      }
    }
    await submitters.more(50);
    await submitters.stop();
    await expectStoredOnce(await service.databaseUrl(), form, submitters.acknowledged);
    expect([...submitters.refusals.keys()].filter((status) => status !== 503)).toEqual([]);
    expect(submitters.unanswered).toBeGreaterThan(0); // else nothing was cut off
    expect(Math.max(...startedIn)).toBeLessThan(20);
  }, 100_000);
});
