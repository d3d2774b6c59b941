import { setTimeout as pause } from 'node:timers/promises';
import { makeForms, NOWHERE, publishWorkflows, submitTo } from '../support/forms.mjs';
import { figureGoal, ratioGoal } from '../support/goals.mjs';
import { load } from '../support/load.mjs';
import { measured } from '../support/measured.mjs';

const MB = 1_000_000;
const STARTED = 'a process that has just started';
const ONE = 'submissions that start a run, one process';
const TWO = 'submissions that start a run, two processes';

/** Start-up time and memory of an API process, and the throughput with a second one. No worker is there, as in `intake`. */
export const processes = {
  prepare: async (build) => {
    const apis = [await build.startApi(), await build.startApi()];
    const forms = await makeForms(apis[0].client, 200);
    await publishWorkflows(apis[0].client, forms, NOWHERE);
    return { build, apis, requests: submitTo(forms) };
  },

  service: ({ build, apis, requests }) => ({
    [STARTED]: () => startUp(build),
    [ONE]: () => measured([apis[0]], build.postgres, () => load(apis[0].url, requests)),
    [TWO]: async () => {
      const figures = await measured(apis, build.postgres, () => loadAll(apis, requests));
      await assertCounted(build.database);
      return figures;
    },
  }),

  references: async () => ({}),

  goals: (results) => [
    figureGoal(results, 'P8', 'MB of an idle API process', [STARTED, 'mb'], { atMost: 160 }),
    figureGoal(results, 'P8', 'MB of an API process under load', [ONE, 'mb'], { atMost: 300 }),
    figureGoal(results, 'P9', 'seconds from the start of an API process to its first answer', [STARTED, 'seconds'], { atMost: 1.3 }),
    ratioGoal(results, 'P10', 'submissions to two API processes : to one', [TWO, ONE], { atLeast: 0.9 }),
  ],
};

/** The time until the first answer on a migrated database, and the memory two seconds later. */
export async function startUp(build) {
  const api = await build.startApi();
  await pause(2_000);
  const mb = api.residentMemory() / MB;
  await api.stop();
  return { seconds: api.readyInMs / 1000, mb };
}

async function loadAll(servers, requests) {
  const connections = 64 / servers.length;
  const results = await Promise.all(servers.map(({ url }) => load(url, requests, { connections })));
  const total = (figure) => results.reduce((sum, result) => sum + result[figure], 0);
  return {
    accepted: total('accepted'),
    perSecond: total('perSecond'),
    p50: Math.max(...results.map(({ p50 }) => p50)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
  };
}

/** The counters are those of the rows, whichever process has written them. */
async function assertCounted(database) {
  const { rows } = await database.query(MISCOUNTED);
  if (rows[0].forms > 0) throw new Error(`${rows[0].forms} forms have a wrong number of submissions.`);
}

const MISCOUNTED = `
  select count(*)::int as forms from form_stats s
  left join (select form_id, count(*) as stored from submissions group by form_id) c using (form_id)
  where s.submissions_count <> coalesce(c.stored, 0)`;
