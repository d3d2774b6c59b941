import { setTimeout as pause } from 'node:timers/promises';

/** Time for what a server does after its last answer. */
const SETTLING_MS = 300;
const MB = 1_000_000;

/**
 * Does work that returns `{ accepted, ... }`, and adds the processor time of each accepted request in microseconds: of the given Node
 * processes, of PostgreSQL with all its backends (null when it takes no part), and of both. Adds the memory of the largest of the Node
 * processes right after the load.
 */
export async function measured(processes, postgres, work) {
  const times = () => [sum(processes.map((server) => server.processorTime())), postgres?.processorTime() ?? 0];
  await pause(SETTLING_MS);
  const before = times();
  const { accepted, ...figures } = await work();
  const mb = Math.max(...processes.map((server) => server.residentMemory())) / MB;
  await pause(SETTLING_MS);
  const [nodeUs, postgresUs] = times().map((time, index) => (time - before[index]) / accepted);
  return { ...figures, nodeUs, postgresUs, cpuUs: nodeUs + postgresUs, mb };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
