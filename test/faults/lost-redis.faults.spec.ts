import type { ChildProcess } from 'node:child_process';
import type { TestApp } from '../support/app';
import { startApp } from '../support/app';
import type { CapturedLog } from '../support/captured-log';
import { captureLog } from '../support/captured-log';
import { waitUntil } from '../support/wait-until';
import type { CreatedForm } from '../support/forms';
import { anEnabledForm, aSubmission } from '../support/forms';
import { Receiver } from '../support/receiver';
import type { RedisServer } from '../support/redis-server';
import { hasRedisServer, startRedisServer } from '../support/redis-server';
import { allRunsEnd, buildService, startWorkerProcess } from '../support/worker-process';
import { aFanOut, aVersion, aWebhook, STORE } from '../support/workflows';

interface Warning {
  level: string;
  msg: string;
  err?: unknown;
}

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('a Redis that is lost under load (needs redis-server)', () => {
  let redis: RedisServer;
  let app: TestApp;
  let receiver: Receiver;
  let form: CreatedForm;
  let captured: CapturedLog;
  let worker: ChildProcess;

  beforeAll(async () => {
    await buildService();
    redis = await startRedisServer();
    receiver = await Receiver.start();
    captured = captureLog();
    app = await startApp({ egressAllowCidrs: ['127.0.0.0/8'], redisUrl: redis.url }, captured.log);
    worker = startWorkerProcess(app, redis.url);
    form = await anEnabledForm(app.api);
    await aVersion(app.api, form, aFanOut(STORE, aWebhook('ours', { url: receiver.url() })));
  });

  const submitSome = async (): Promise<void> => {
    for (let index = 0; index < 15; index += 1) await aSubmission(app.api, form);
  };

  it('does not prevent submissions from being accepted or runs from being executed, wiped or killed, and is told once when it goes and once when it is back', async () => {
    await submitSome();
    await redis.ask('flushall');
    await submitSome();
    await redis.kill();
    await submitSome();
    await redis.start();
    await submitSome();
    await allRunsEnd(app, worker);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
    expect(receiver.requests).toHaveLength(60);
    const warnings = () => captured.lines.map((line) => JSON.parse(line) as Warning).filter(({ level }) => level === 'warn');
    await waitUntil(() => warnings().some(({ msg }) => msg === 'Redis answers again.'));
    const gone = { msg: expect.stringMatching(/^Redis does not answer.*\. Requests are served/) as unknown };
    const back = { msg: 'Redis answers again.' };
    // A machine that is busy for seconds loses Redis once more.
    expect(warnings().map(({ msg, err }) => ({ msg, err }))).toEqual(warnings().map((_, index) => (index % 2 === 0 ? gone : back)));
  });
});
