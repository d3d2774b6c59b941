import type { Answer } from '../support/api';
import { anEnabledForm, submit } from '../support/forms';
import { prepareRestartablePostgres } from '../support/restartable-postgres';
import { ServiceProcess } from '../support/service-process';
import { startSlowProxy } from '../support/slow-proxy';
import { aFormForLoad, expectStoredOnce, SubmissionLoad } from '../support/submission-load';
import { waitUntil } from '../support/wait-until';

/** Longer than a submission may wait for its turn, and shorter than the time limit for the answer to a statement. */
const COMMIT_MS = 3_000;

it('refuses submissions that would wait for slow commits for more than two seconds, and stores the others once', async () => {
  const postgres = await prepareRestartablePostgres();
  await postgres.start();
  const proxy = await startSlowProxy(postgres.url);
  const service = await ServiceProcess.started({
    DATABASE_URL: proxy.url,
    LOG_LEVEL: 'silent',
    SHUTDOWN_DELAY_SECONDS: '0',
  });
  const form = await aFormForLoad(service.api);
  const other = await anEnabledForm(service.api);
  const load = new SubmissionLoad(service.api.baseUrl, form, 24);
  await load.waitForMore(50);
  proxy.delayAnswersBy(COMMIT_MS);
  await load.waitForMore(10);
  const refused = await untilRefused(() => submit(service.api, other, { n: 1 }));
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  proxy.delayAnswersBy(0);
  await load.waitForMore(50);
  await load.stop();
  expect([...load.refusals.keys()].filter((status) => status !== 503)).toEqual([]);
  expect(load.unanswered).toBe(0);
  await expectStoredOnce(postgres.url, form, load.acknowledged);
});

async function untilRefused(send: () => Promise<Answer>): Promise<Answer> {
  let answer: Answer;
  await waitUntil(async () => (answer = await send()).status !== 201);
  return answer!;
}
