import { setTimeout as pause } from 'node:timers/promises';
import { makeForms, publishWorkflows, submitTo } from '../support/forms.mjs';
import { emptyJobs } from '../support/references.mjs';
import { figureGoal, ratioGoal } from '../support/goals.mjs';
import { startReceiver } from '../../support/receiver.mjs';
import { startRedis } from '../../support/redis.mjs';

/** So many take more than four seconds after the first ones. */
const RUNS = 8_000;
/** Runs that are completed before the time begins, so that the worker is warm. */
const WARM_UP = 1_600;
/** A host gets 20 requests a second at most, so measuring the engine takes many hosts. */
const HOSTS = 200;
const LONGEST_MS = 600_000;
/** The default of RUNS_PER_WORKER, for the empty jobs. */
const CONCURRENCY = '200';
const MB = 1_000_000;

const IDLE = 'a worker that has just started';
const IN_POSTGRES = 'runs, queue in PostgreSQL';
const IN_REDIS = 'runs, queue in Redis';
const JOBS_IN_POSTGRES = 'jobs that do nothing, queue in PostgreSQL';
const JOBS_IN_REDIS = 'jobs that do nothing, queue in Redis';

/** Completed runs of a condition, set_fields and a webhook to this machine. All have been accepted before their worker starts. */
export const runs = {
  rounds: 3,
  warmUp: 0,

  prepare: async (build) => {
    const redisUrl = (await startRedis())?.url;
    if (!redisUrl) console.log('  (redis-server is not installed: only the queue in PostgreSQL)');
    const receiver = await startReceiver();
    const api = await build.startApi();
    const forms = await makeForms(api.client, HOSTS);
    await publishWorkflows(api.client, forms, (index) => `http://127.0.0.${index + 1}:${receiver.port}/hook`);
    await api.stop();
    return { build, forms, redisUrl };
  },

  service: ({ build, forms, redisUrl }) => ({
    [IDLE]: () => idleWorker(build),
    [IN_POSTGRES]: () => completedRuns(build, forms, {}),
    ...(redisUrl && { [IN_REDIS]: () => completedRuns(build, forms, { REDIS_URL: redisUrl }) }),
  }),

  references: async ({ build, redisUrl }) => {
    const { postgres, databaseUrl } = build;
    const sizes = { JOBS: String(RUNS), WARM_UP: String(WARM_UP), CONCURRENCY };
    return {
      [JOBS_IN_POSTGRES]: () => emptyJobs(postgres, { ...sizes, DATABASE_URL: databaseUrl }),
      ...(redisUrl && { [JOBS_IN_REDIS]: () => emptyJobs(postgres, { ...sizes, REDIS_URL: redisUrl }) }),
    };
  },

  goals: (results) => {
    const ratio = (what, of, to, atLeast) => ratioGoal(results, 'P7', what, [of, to], { atLeast });
    return [
      figureGoal(results, 'P7', 'runs a second', [IN_POSTGRES, 'perSecond'], { atLeast: 1_300 }),
      ratio('runs : empty jobs, queue in PostgreSQL', IN_POSTGRES, JOBS_IN_POSTGRES, 1),
      figureGoal(results, 'P7', 'transactions of a run', [IN_POSTGRES, 'transactions'], { atMost: 0.25 }),
      figureGoal(results, 'P8', 'MB of an idle worker', [IDLE, 'mb'], { atMost: 160 }),
      figureGoal(results, 'P8', 'MB of a worker under load', [IN_POSTGRES, 'mb'], { atMost: 350 }),
      ...(results.names.includes(IN_REDIS)
        ? [
            ratio('runs, queue in Redis : queue in PostgreSQL', IN_REDIS, IN_POSTGRES, 0.9),
            ratio('runs : empty jobs, queue in Redis', IN_REDIS, JOBS_IN_REDIS),
          ]
        : []),
    ];
  },
};

/** No run is open between the measurements. */
async function idleWorker(build) {
  const worker = build.startWorker();
  await pause(5_000);
  const mb = worker.residentMemory() / MB;
  await worker.stop();
  return { mb };
}

async function completedRuns(build, forms, settings) {
  const { database, postgres } = build;
  const begin = (await database.query('select now()')).rows[0].now;
  await acceptRuns(build, forms, settings);
  const transactionsBefore = await postgres.transactionsOf(build.name);
  const worker = build.startWorker(settings);
  const figures = await timed(build, begin, worker);
  await worker.stop();
  const transactions = ((await postgres.transactionsOf(build.name)) - transactionsBefore) / RUNS;
  return { ...figures, transactions };
}

/** The API process ends before the runs are executed, so that it takes no part in their processor time and transactions. */
async function acceptRuns(build, forms, settings) {
  const api = await build.startApi(settings);
  const { paths, ...request } = submitTo(forms);
  let next = 0;
  const submitNext = async () => {
    while (next < RUNS) {
      const answer = await fetch(api.url + paths[next++ % paths.length], request);
      if (!answer.ok) throw new Error(`A submission was answered with ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 32 }, submitNext));
  await api.stop();
}

/** The rate and the processor time of the runs after the first ones. */
async function timed({ database, postgres }, begin, worker) {
  const times = () => [worker.processorTime(), postgres.processorTime()];
  const first = await progress(database, begin, worker, WARM_UP);
  const before = times();
  const last = await progress(database, begin, worker, RUNS);
  const [nodeUs, postgresUs] = times().map((time, index) => (time - before[index]) / (RUNS - first.done));
  if (last.failed > 0) throw new Error(`${last.failed} runs did not succeed.`);
  const mb = worker.residentMemory() / MB;
  const seconds = (last.ended_at - first.at) / 1000;
  return { timed: RUNS - first.done, perSecond: (RUNS - first.done) / seconds, nodeUs, postgresUs, cpuUs: nodeUs + postgresUs, mb };
}

/** The progress of the runs, as soon as so many are done. */
async function progress(database, begin, worker, count) {
  let hasEnded = false;
  void worker.ended.then(() => (hasEnded = true));
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline && !hasEnded; await pause(100)) {
    const { rows } = await database.query(PROGRESS, [begin]);
    if (rows[0].done >= count) return rows[0];
  }
  throw new Error(`${count} runs were not completed: the worker ${hasEnded ? 'has ended' : 'is too slow'}.`);
}

const PROGRESS = `
  select count(*) filter (where completed_at is not null)::int as done, max(completed_at) as ended_at, clock_timestamp() as at,
    count(*) filter (where completed_at is not null and status <> 'succeeded')::int as failed
  from workflow_runs where created_at >= $1`;
