import { endResourcesOfProcess } from './at-end';

export default async function tearDown(): Promise<void> {
  await endResourcesOfProcess(); // of tests that ran in this process instead of a worker
  await globalThis.throwawayPostgres?.stop();
}
