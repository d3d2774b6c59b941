// BullMQ jobs that do nothing: adds all of them, processes them, and prints a line when the first ones are done and one at the end.
import { performance } from 'node:perf_hooks';
import { createPostgresBackend, createRedisBackend, Queue, Worker } from 'bullmq';

const { REDIS_URL, DATABASE_URL, JOBS, WARM_UP, CONCURRENCY } = process.env;
const [jobs, warmUp, concurrency] = [JOBS, WARM_UP, CONCURRENCY].map(Number);

const connection = REDIS_URL
  ? { url: REDIS_URL, maxRetriesPerRequest: null }
  : { connectionString: DATABASE_URL, schema: 'bullmq', max: 10 };
const backend = REDIS_URL ? createRedisBackend : createPostgresBackend;

const queue = new Queue('empty', { connection, defaultJobOptions: { removeOnComplete: true } }, backend);
await queue.addBulk(Array.from({ length: jobs }, (_, n) => ({ name: 'empty', data: { runId: `run-${n}` } })));

let done = 0;
let finish;
const finished = new Promise((resolve) => (finish = resolve));
const worker = new Worker('empty', async () => undefined, { connection, concurrency }, backend);
worker.on('completed', () => {
  done += 1;
  if (done === warmUp || done === jobs) report();
  if (done === jobs) finish();
});
await finished;
await worker.close();
await queue.close();

/** A line with the time and the processor time of this process so far, in microseconds. */
function report() {
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ us: performance.now() * 1000, nodeUs: user + system }));
}
