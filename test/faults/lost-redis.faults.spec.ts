import type { TestApp } from '../support/app';
import { startApp } from '../support/app';
import { waitUntil } from '../support/wait-until';
import type { CreatedForm } from '../support/forms';
import { anEnabledForm, aSubmission } from '../support/forms';
import { Receiver } from '../support/receiver';
import type { RedisServer } from '../support/redis-server';
import { hasRedisServer, startRedisServer } from '../support/redis-server';
import { buildService, openRuns, startWorkerProcess } from '../support/worker-process';
import { aFanOut, aVersion, aWebhook, STORE } from '../support/workflows';

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('a Redis that is lost under load (needs redis-server)', () => {
  let redis: RedisServer;
  let app: TestApp;
  let receiver: Receiver;
  let form: CreatedForm;

  beforeAll(async () => {
    await buildService();
    redis = await startRedisServer();
    receiver = await Receiver.start();
    app = await startApp({ egressAllowCidrs: ['127.0.0.0/8'], redisUrl: redis.url });
    startWorkerProcess(app, redis.url);
    form = await anEnabledForm(app.api);
    await aVersion(app.api, form, aFanOut(STORE, aWebhook('ours', { url: receiver.url() })));
  });

  const submitSome = async (): Promise<void> => {
    for (let index = 0; index < 15; index += 1) await aSubmission(app.api, form);
  };

  it('does not prevent submissions from being accepted or runs from being executed, wiped or killed', async () => {
    await submitSome();
    await redis.ask('flushall');
    await submitSome();
    await redis.kill();
    await submitSome();
    await redis.start();
    await submitSome();
    await waitUntil(async () => (await openRuns(app)) === 0);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
    expect(receiver.requests).toHaveLength(60);
  });
});
