import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { makeForms, NOWHERE, publishWorkflows, submitTo } from '../support/forms.mjs';
import { figureGoal } from '../support/goals.mjs';
import { load } from '../support/load.mjs';
import { startReceiver } from '../../support/receiver.mjs';
import { options } from '../support/options.mjs';

/** A pause between two submissions lets each find the worker idle. */
const PAUSE_MS = 60;
/** V8 has then compiled the hot code of the worker. */
const WARM_UP_MS = 3_000;

const WITH_RUN = 'a submission that starts a run, one caller';
const PLAIN = 'a submission without a workflow, one caller';
const FORM = 'one form, one caller';
const ARRIVAL = 'from the answer of a submission to its webhook';

/** Times without load: of one caller, and from the answer of a submission to the arrival of its webhook. */
export const latency = {
  prepare: async (build) => {
    const receiver = await startReceiver();
    const api = await build.startApi();
    const [plain, started, delivered] = await makeForms(api.client, 3);
    await publishWorkflows(api.client, [started], NOWHERE);
    await publishWorkflows(api.client, [delivered], () => `http://127.0.0.1:${receiver.port}/hook`);
    return { build, api, plain, started, delivered, receiver };
  },

  service: ({ build, api, plain, started, delivered, receiver }) => {
    const { authorization } = api.client.headers;
    const alone = (requests) => async () => {
      const { perSecond, p50, p99 } = await load(api.url, requests, { connections: 1 });
      return { perSecond, p50, p99 };
    };
    return {
      [PLAIN]: alone(submitTo([plain])),
      [WITH_RUN]: alone(submitTo([started])),
      [FORM]: alone({ method: 'GET', paths: [`/v1/forms/${plain}`], headers: { authorization } }),
      [ARRIVAL]: () => arrivals(build, api, submitTo([delivered]), receiver),
    };
  },

  references: async () => ({}),

  goals: (results) => [
    goal(results, 'ms of a submission, median', PLAIN, 2),
    goal(results, 'ms of a submission that starts a run, median', WITH_RUN, 4),
    goal(results, 'ms of a form, median', FORM, 1.5),
    goal(results, 'ms from the answer of a submission to its webhook, median', ARRIVAL, 10),
  ],
};

const goal = (results, what, of, atMost) => figureGoal(results, 'P12', what, [of, 'p50'], { atMost });

/** A worker that is idle gets one submission at a time. */
async function arrivals(build, api, { method, paths, headers, body }, { server }) {
  const worker = build.startWorker();
  const times = [];
  let warmMs = Infinity; // until the worker, which may take long to start, has delivered once
  try {
    for (let ms = 0; ms < warmMs + options.seconds * 1000; ms = performance.now()) {
      const arrived = once(server, 'request').then(() => performance.now());
      const answer = await fetch(api.url + paths[0], { method, headers, body });
      const answeredMs = performance.now();
      if (!answer.ok) throw new Error(`A submission was answered with ${answer.status}.`);
      await answer.arrayBuffer();
      const arrivedMs = await arrived;
      if (answeredMs > warmMs) times.push(arrivedMs - answeredMs);
      warmMs = Math.min(warmMs, arrivedMs + WARM_UP_MS);
      await pause(PAUSE_MS);
    }
  } finally {
    await worker.stop();
  }
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(times.length / 2)], p99: times[Math.floor(0.99 * (times.length - 1))] };
}
