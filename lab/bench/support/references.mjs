import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { launch, startServer } from '../../support/processes.mjs';

const programOf = (name) => fileURLToPath(new URL(`../references/${name}.mjs`, import.meta.url));

/** Starts a simpler server than the service, to compare it with. */
export const startReference = (name, env) => startServer(programOf(name), env);

/** The rate and the processor time of BullMQ jobs that do nothing, without those that warm their worker up. */
export async function emptyJobs(postgres, env) {
  const { child, ended } = launch(process.execPath, [programOf('empty-jobs')], env, 'pipe');
  const marks = [];
  for await (const line of createInterface({ input: child.stdout })) {
    marks.push({ ...JSON.parse(line), postgresUs: postgres.processorTime() });
  }
  if ((await ended) !== 0) throw new Error('The program of the empty jobs failed.');
  const [first, last] = marks;
  const timed = Number(env.JOBS) - Number(env.WARM_UP);
  const [nodeUs, postgresUs] = ['nodeUs', 'postgresUs'].map((name) => (last[name] - first[name]) / timed);
  return { timed, perSecond: timed / ((last.us - first.us) / 1_000_000), nodeUs, postgresUs, cpuUs: nodeUs + postgresUs };
}
