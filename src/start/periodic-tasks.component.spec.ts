import { NestFactory } from '@nestjs/core';
import { atEnd } from '../../test/support/at-end';
import { cloneDatabase } from '../../test/support/database';
import { ApiModule } from '../api.module';
import { loadConfig } from '../platform/config/config';
import { PeriodicTasks } from '../platform/lifecycle/periodic-tasks';
import { WorkerModule } from '../worker.module';

/** The tasks that a process of this module knows. */
async function tasksOf(root: typeof ApiModule | typeof WorkerModule) {
  const { url, drop } = await cloneDatabase();
  atEnd(drop);
  const module = root.forRoot({ config: loadConfig({}), databaseUrl: url, appSecret: 'x'.repeat(32) });
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  atEnd(() => app.close());
  return app.get(PeriodicTasks).all();
}

it.each(['worker', 'api'] as const)('a process of the role %s knows every task of it', async (role) => {
  const tasks = { api: await tasksOf(ApiModule), worker: await tasksOf(WorkerModule) };
  const namesOf = (some: typeof tasks.api) =>
    new Set(some.filter(({ processes }) => processes === role || processes === 'all').map(({ name }) => name));
  expect(namesOf(tasks[role])).toEqual(namesOf([...tasks.api, ...tasks.worker]));
});
