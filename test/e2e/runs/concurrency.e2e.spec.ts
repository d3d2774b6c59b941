import { freePort } from '../../../src/embedded-postgres/postmaster';
import { OutboundHttp } from '../../../src/platform/outbound/outbound-http';
import type { TestApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import { waitUntil } from '../../support/wait-until';
import { aGate, Receiver } from '../../support/receiver';
import { aPublishedForm, aRun, aRunOf, startRunningApp } from '../../support/runs';
import { aDefinition, aFanOut, aNode, aWebhook, START } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  app = await startRunningApp({ runsPerWorker: 100 });
});
beforeEach(async () => {
  receiver = await Receiver.start(); // a host without earlier requests
});

const hook = (id: string) => aWebhook(id, { url: receiver.url(`/${id}`) });
const silent = (to: Receiver) => aWebhook('dead', { url: to.url() });

/** Lets no attempt time out during a test, so that what comes meanwhile has not waited for that, however busy the machine is. */
function holdTimeouts(): void {
  const http = app.app.get(OutboundHttp);
  const send = http.send.bind(http);
  const options = (http as unknown as { options: { maxTimeoutMs: number } }).options;
  const { maxTimeoutMs } = options;
  options.maxTimeoutMs = 3_600_000;
  const held = jest.spyOn(http, 'send').mockImplementation((request) => send({ ...request, timeoutMs: 3_600_000 }));
  atEnd(() => {
    held.mockRestore();
    options.maxTimeoutMs = maxTimeoutMs;
  });
}

/** Expects a request to a receiver though all attempts at the others wait for an answer. */
async function expectNoDelay(alive: Receiver, dead: Receiver[]): Promise<void> {
  const attempts = dead.map(({ requests }) => requests.length);
  await waitUntil(() => alive.requests.length > 0);
  expect(dead.map(({ requests }) => requests.length)).toEqual(attempts);
}

describe('branches', () => {
  it('in parallel are sent concurrently', async () => {
    const gate = aGate();
    receiver.reacts(async () => {
      await gate.opened;
      return { status: 200 };
    });
    const run = await aRun(app, aFanOut(hook('a'), hook('b'), hook('c')));
    await waitUntil(() => receiver.requests.length === 3);
    gate.open();
    await run.reach('succeeded');
    expect(receiver.maxConcurrent).toBe(3);
  });

  it('continue while another one waits for its receiver', async () => {
    const gate = aGate();
    receiver.reacts(async ({ path }) => {
      if (path === '/slow') await gate.opened;
      return { status: path === '/flaky' && receiver.to('/flaky').length === 1 ? 500 : 200 };
    });
    const wait = aNode('wait', 'delay', { seconds: 1 });
    const nodes = [START, hook('slow'), hook('quick'), hook('behind'), wait, hook('later')];
    const run = await aRun(app, aDefinition(nodes, 'start>slow', 'start>quick', 'quick>behind', 'start>wait', 'wait>later'));
    await run.reachStep('behind', 'succeeded');
    await run.reachStep('later', 'succeeded');
    expect(await run.step('slow')).toMatchObject({ status: 'running' });
    gate.open();
    await run.reach('succeeded');
  });
});

describe('a receiver that does not answer', () => {
  it('delays no other run, however many wait for it', async () => {
    holdTimeouts();
    const dead = await Receiver.start();
    dead.answers('silence');
    const deadForm = await aPublishedForm(app, aFanOut(silent(dead)));
    const form = await aPublishedForm(app, aFanOut(hook('alive')));
    const stuck = await Promise.all(Array.from({ length: 30 }, () => aRunOf(app, deadForm)));
    await waitUntil(() => dead.requests.length === 4);
    const runs = await Promise.all(Array.from({ length: 10 }, () => aRunOf(app, form)));
    await expectNoDelay(receiver, [dead]);
    expect(dead.maxConcurrent).toBe(4);
    const attempts = await Promise.all(stuck.map(async (run) => (await run.step('dead')).attempt_count));
    expect(attempts.filter((count) => count > 0)).toHaveLength(4);
    await Promise.all(runs.map((run) => run.reach('succeeded')));
    await Promise.all(stuck.map((run) => run.cancel()));
  });
});

describe('receivers that do not answer', () => {
  it('delay no other run, even if they could occupy every slot of a worker', async () => {
    holdTimeouts();
    const dead = await Promise.all([Receiver.start(), Receiver.start(), Receiver.start()]);
    dead.forEach((each) => each.answers('silence'));
    const forms = await Promise.all(dead.map((each) => aPublishedForm(app, aFanOut(silent(each)))));
    const stuck = await Promise.all(forms.flatMap((form) => Array.from({ length: 4 }, () => aRunOf(app, form))));
    await waitUntil(() => dead.reduce((sum, { requests }) => sum + requests.length, 0) >= 10);
    const run = await aRun(app, aFanOut(hook('alive')));
    await expectNoDelay(receiver, dead);
    await run.reach('succeeded');
    await Promise.all(stuck.map((each) => each.cancel()));
  });
});

describe('one host', () => {
  it('gets at most twenty requests a second, four concurrently, and all of them in the end', async () => {
    receiver.reacts(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { status: 200 };
    });
    const form = await aPublishedForm(app, aFanOut(hook('a'), aWebhook('b', { url: receiver.url('/b') })));
    const startedAtMs = performance.now();
    const runs = await Promise.all(Array.from({ length: 30 }, () => aRunOf(app, form)));
    await Promise.all(runs.map((run) => run.reach('succeeded')));
    expect(receiver.requests).toHaveLength(60);
    expect(receiver.maxConcurrent).toBeLessThanOrEqual(4);
    // Requests may arrive later than they are sent, never earlier: the last ones are sent two seconds after the first,
    // so they cannot arrive before.
    expect(Math.max(...receiver.requests.map(({ atMs }) => atMs)) - startedAtMs).toBeGreaterThanOrEqual(2000);
    const steps = await Promise.all(runs.map((run) => run.step('a')));
    expect(steps.map(({ attempt_count }) => attempt_count)).toEqual(steps.map(() => 1));
  });

  it('that refuses connections is paused, and waiting deliveries lose no attempt', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    const form = await aPublishedForm(app, aFanOut(aWebhook('gone', { url })));
    const runs = await Promise.all(Array.from({ length: 12 }, () => aRunOf(app, form)));
    await Promise.all(runs.map((run) => run.reachStep('gone', 'waiting')));
    const attempted = async () => {
      const counts = await Promise.all(runs.map(async (run) => (await run.step('gone')).attempt_count));
      return counts.filter((count) => count > 0).length;
    };
    await waitUntil(async () => (await attempted()) >= 5); // deliveries that waited for a free place try again
    expect(await attempted()).toBeLessThanOrEqual(8);
    await Promise.all(runs.map((run) => run.cancel()));
  });
});
