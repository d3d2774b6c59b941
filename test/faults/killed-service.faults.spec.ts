import type { CreatedForm } from '../support/forms';
import { ServiceProcess } from '../support/service-process';
import { aFormForLoad, expectStoredOnce, SubmissionLoad } from '../support/submission-load';

let service: ServiceProcess;
let form: CreatedForm;
beforeAll(async () => {
  service = await ServiceProcess.started();
  form = await aFormForLoad(service.api);
});

describe('a service that is killed under load', () => {
  it('has every acknowledged submission exactly once, whichever process was killed and when', async () => {
    const load = new SubmissionLoad(service.api.baseUrl, form);
    for (let round = 0; round < 6; round += 1) {
      await load.waitForMore(60 + 40 * (round % 3));
      if (round % 3 === 2)
        await service.killDatabase(); // which the service restarts by itself
      else {
        await service.kill();
        if (round % 3 === 1) await service.killDatabase();
        await service.start();
      }
    }
    await load.waitForMore(50);
    await load.stop();
    await expectStoredOnce(await service.databaseUrl(), form, load.acknowledged);
    expect([...load.refusals.keys()].filter((status) => status !== 503)).toEqual([]);
    expect(load.unanswered).toBeGreaterThan(0); // otherwise no request was interrupted
  });
});
