import { createServer } from 'node:http';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { interleaved, ratio } from '../support/compare.mjs';
import { makeForms, submitTo } from '../support/forms.mjs';
import { load } from '../support/load.mjs';
import { startRedis } from '../support/redis.mjs';
import { built } from '../support/service.mjs';

const JOBS = 3_000;
/** A host gets 20 requests a second at most, so measuring the engine takes many hosts. */
const HOSTS = 200;

/** Runs of a workflow with two logic nodes and a webhook to this machine, compared with empty jobs on the same queue. */
export async function runs(bench) {
  const findings = [];
  const server = await startRedis();
  if (!server) console.log('  (no redis-server on this machine: only the queue in PostgreSQL)');
  for (const redis of server ? [null, server] : [null]) {
    const name = redis ? 'Redis' : 'PostgreSQL';
    const settings = redis ? { REDIS_URL: redis.url } : {};
    const results = await interleaved(
      {
        [`jobs that do nothing, queue in ${name}`]: () => emptyJobs(bench, redis?.url ?? null),
        [`runs, queue in ${name}`]: () => completedRuns(bench, settings),
      },
      3,
    );
    await redis?.stop();
    const [empty, completed] = Object.values(results);
    findings.push({
      what: `completed runs : jobs that do nothing, queue in ${name}`,
      ratio: ratio(completed, empty),
      atLeast: 0.25,
    });
  }
  return findings;
}

async function emptyJobs({ databaseUrl }, redisUrl) {
  const { ResilientQueue } = built('platform/queue/resilient-queue');
  const { ResilientWorker } = built('platform/queue/resilient-worker');
  const options = { connection: redisUrl ? { url: redisUrl } : { connectionString: databaseUrl }, prefix: '{bench}' };
  const queue = new ResilientQueue('empty', options);
  await queue.connect();
  let done = 0;
  let begun = 0;
  await queue.addBulk(
    Array.from({ length: JOBS }, (_, n) => ({
      name: 'empty',
      data: { runId: String(n) },
      opts: { jobId: `empty-${n}` },
    })),
  );
  const work = async () => {
    begun ||= performance.now();
    done += 1;
  };
  const worker = new ResilientWorker('empty', work, { ...options, concurrency: 20 });
  while (done < JOBS) await pause(5);
  const perSecond = JOBS / ((performance.now() - begun) / 1000);
  await worker.close();
  await queue.close();
  return { perSecond };
}

/** The runs are there before their worker starts, and are timed by what it writes. */
async function completedRuns(bench, settings) {
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end())).listen(0);
  await once(receiver, 'listening');
  const api = await bench.startApi(settings);
  const forms = await makeForms(api.client, HOSTS);
  const address = (index) => `http://127.0.0.${index + 1}:${receiver.address().port}/hook`;
  for (const [index, form] of forms.entries()) await publish(api.client, form, definitionTo(address(index)));
  await load(api.url, submitTo(forms), { connections: 16, seconds: 2 });
  const worker = bench.startWorker(settings);
  while ((await bench.database.query(OPEN, [forms])).rows[0].open > 0) await pause(50);
  await Promise.all([worker.stop(), api.stop()]);
  receiver.close();
  receiver.closeAllConnections();
  const { rows } = await bench.database.query(PACE, [forms]);
  if (rows[0].failed > 0) throw new Error(`${rows[0].failed} runs did not succeed.`);
  return { perSecond: rows[0].runs / rows[0].seconds };
}

const OPEN = 'select count(*)::int as open from workflow_runs where form_id = any($1) and completed_at is null';

const PACE = `
  select count(*)::int as runs, count(*) filter (where status <> 'succeeded')::int as failed,
    extract(epoch from max(completed_at) - min(started_at))::float as seconds
  from workflow_runs where form_id = any($1)`;

async function publish({ call }, form, definition) {
  const path = `/v1/forms/${form}/workflow`;
  const { etag } = await call('GET', path);
  const saved = await call('PUT', `${path}/draft`, { definition }, { 'if-match': etag });
  await call('POST', `${path}/publish`, undefined, { 'if-match': saved.etag });
}

const definitionTo = (url) => ({
  schema_version: 1,
  nodes: [
    { id: 'start', type: 'submission_received', config: {} },
    { id: 'big', type: 'condition', config: { where: { field: 'budget', op: 'gte', value: 10000 } } },
    { id: 'shape', type: 'set_fields', config: { set: { tier: 'gold' } } },
    { id: 'hook', type: 'webhook', config: { url } },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'big' },
    { id: 'e2', source: 'big', source_port: 'true', target: 'shape' },
    { id: 'e3', source: 'shape', target: 'hook' },
  ],
});
