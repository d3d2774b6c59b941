/** The processor time of synchronous work in milliseconds, which other processes on the machine hardly influence. */
export function processorMs(work: () => unknown): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

/** The processor time of asynchronous work in milliseconds, with everything else that this process does meanwhile. */
export async function processorMsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
