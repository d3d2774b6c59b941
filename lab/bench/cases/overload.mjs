import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from '../../support/at-end.mjs';
import { startBalancer } from '../../support/balancer.mjs';
import { makeForms, NOWHERE, publishWorkflows, submitTo } from '../support/forms.mjs';
import { figureGoal, ratioGoal } from '../support/goals.mjs';
import { load, wrkLoad } from '../support/load.mjs';
import { options } from '../support/options.mjs';
import { probe } from '../support/probe.mjs';
import { limitProcessors } from '../support/processor-share.mjs';

const MB = 1_000_000;
const TIMES = 5;
/** The processors of all API processes together. PostgreSQL, HAProxy and the load share the others. */
const SHARE = 1;
/** HAProxy accepts this number and some for the probe. With so many, a connection pauses for long, and late answers hardly lower the rate. */
const MAX_CONNECTIONS = 7_000;
const PAUSE_MS = 1_000;
/** The rest of the time between two requests of a connection is that until the answer. */
const PAUSE_SHARE = 0.7;
/** The connections to a process: it accepts more with larger batches than the 64 of other cases make, and with 256 or more it may refuse some. */
const CAPACITY_CONNECTIONS = 120;
/** The service notices within this time that there are too many requests, or that there no longer are. */
const SETTLING_SECONDS = 3;
/** After this time the service accepts as many as before the overload. */
const RECOVERY_SECONDS = 5;

const DIRECT = 'one process';
const PROXIED = 'two processes behind HAProxy';
const capacity = (where) => `as many submissions as possible, ${where}`;
const overload = (where) => `${TIMES} times as many, ${where}`;

/** Submissions at five times the rate that the service can accept, most of which it has to refuse. No worker is there. */
export const overloadCase = {
  rounds: 3,

  prepare: async (build) => {
    if (spawnSync('haproxy', ['-v']).error) throw new Error('The case overload needs haproxy.');
    const settings = { TRUST_PROXY: '127.0.0.1' };
    const apis = [await build.startApi(settings), await build.startApi(settings)];
    const forms = await makeForms(apis[0].client, 200);
    await publishWorkflows(apis[0].client, forms, NOWHERE);
    const requests = submitTo(forms);
    for (const { url } of apis) await load(url, requests, { connections: CAPACITY_CONNECTIONS }); // V8 has compiled what is hot
    limitProcessors(
      apis.map(({ pid }) => pid),
      SHARE,
    );
    const folder = await mkdtemp(join(tmpdir(), 'forms-bench-proxy-'));
    atEnd(() => rm(folder, { recursive: true }));
    const ports = apis.map(({ url }) => new URL(url).port);
    return { build, apis, requests, memory: { normal: 0 }, proxyUrl: await startBalancer('haproxy', folder, ports) };
  },

  service: ({ proxyUrl, ...subject }) => ({
    ...measurements(PROXIED, proxyUrl, subject),
    ...measurements(DIRECT, subject.apis[0].url, subject), // last, since it leaves a long queue
  }),

  references: async () => ({}),

  goals: (results) => [DIRECT, PROXIED].flatMap((where) => goalsOf(results, where)),
};

function measurements(where, url, { build, apis, memory, requests }) {
  let perSecond = 0;
  const connections = where === PROXIED ? apis.length * CAPACITY_CONNECTIONS : CAPACITY_CONNECTIONS;
  return {
    [capacity(where)]: async () => {
      await pause(SETTLING_SECONDS * 1000); // requests of the measurement before, whose clients have gone, are still answered
      const figures = await load(url, requests, { connections });
      perSecond = Math.max(perSecond, figures.perSecond);
      memory.normal ||= memoryOf(apis); // by the first measurement: later figures contain what an overload has left
      return { perSecond: figures.perSecond, p99: figures.p99, mb: memoryOf(apis) };
    },
    [overload(where)]: async () => {
      if (perSecond === 0) ({ perSecond } = await load(url, requests, { connections }));
      const figures = await overloaded(url, requests, { offered: TIMES * perSecond, build, apis });
      await pause(RECOVERY_SECONDS * 1000);
      const later = await wrkLoad(url, requests, { connections, seconds: options.seconds });
      return {
        ...figures,
        times: figures.offered / perSecond,
        mbTimes: figures.mb / memory.normal,
        recovered: later.accepted / later.duration / perSecond,
      };
    },
  };
}

async function overloaded(url, requests, { offered, build, apis }) {
  const seconds = SETTLING_SECONDS + options.seconds;
  const connections = Math.round(Math.min(MAX_CONNECTIONS, (offered * PAUSE_MS) / 1000));
  const pauseMs = Math.round((PAUSE_SHARE * 1000 * connections) / offered);
  const before = await storedIn(build.database);
  const [main, probed] = await Promise.all([
    wrkLoad(url, requests, { connections, seconds, pauseMs }),
    probe(url, requests, { seconds: options.seconds, afterSeconds: SETTLING_SECONDS }),
  ]);
  const acknowledged = main.accepted + probed.accepted.length;
  const stored = (await storedIn(build.database)) - before;
  if (stored < acknowledged) throw new Error(`${acknowledged - stored} accepted submissions are not stored.`);
  return {
    offered: (main.accepted + main.refused) / main.duration,
    perSecond: main.accepted / main.duration,
    failed: main.failed + probed.unanswered,
    p99: percentile(probed.accepted, 0.99),
    refusedP99: percentile(probed.refused, 0.99),
    mb: memoryOf(apis),
  };
}

const memoryOf = (apis) => Math.max(...apis.map((api) => api.residentMemory())) / MB;

const storedIn = async (database) => (await database.query('select count(*)::int as count from submissions')).rows[0].count;

const percentile = (list, share) => list.sort((a, b) => a - b)[Math.floor(share * (list.length - 1))] ?? 0;

const goalsOf = (results, where) => [
  ratioGoal(results, 'P11', `accepted at ${TIMES} times the capacity : at capacity, ${where}`, [overload(where), capacity(where)], {
    atLeast: 0.8,
  }),
  figureGoal(results, 'P11', `ms until a refusal, 99th percentile, ${where}`, [overload(where), 'refusedP99'], { atMost: 500 }),
  figureGoal(results, 'P11', `requests that were not answered, ${where}`, [overload(where), 'failed'], { atMost: 0 }),
  figureGoal(results, 'P11', `MB of an API process then : at capacity, before any overload, ${where}`, [overload(where), 'mbTimes'], {
    atMost: 1.3,
  }),
  figureGoal(results, 'P11', `accepted ${RECOVERY_SECONDS} s later : at capacity, ${where}`, [overload(where), 'recovered'], {
    atLeast: 0.9,
  }),
  figureGoal(results, 'P11', `times the capacity that were offered, ${where}`, [overload(where), 'times']),
];
