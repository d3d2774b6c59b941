import type { DiscoveryService } from '@nestjs/core';
import { MetadataScanner, Reflector } from '@nestjs/core';
import type { TaskOptions } from './periodic-tasks';
import { PeriodicTask, PeriodicTasks } from './periodic-tasks';

afterEach(() => jest.restoreAllMocks());

/** A provider whose task has three batches that take this long by the clock, which does not wait. */
function aProvider(batchMs: number, options: Partial<TaskOptions> = {}) {
  let nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  class Provider {
    batches = 0;

    @PeriodicTask({ name: 'task', processes: 'api', everySeconds: 3600, ...options })
    runBatch(): Promise<boolean> {
      this.batches += 1;
      nowMs += batchMs;
      return Promise.resolve(this.batches < 3);
    }

    other(): void {
      this.batches = Infinity;
    }
  }
  return new Provider();
}

const tasksOf = (...providers: object[]): PeriodicTasks => {
  const wrappers = providers.map((instance) => ({ instance, isAlias: false }));
  const aliases = wrappers.map((wrapper) => ({ ...wrapper, isAlias: true }));
  const discovery = { getProviders: () => [...wrappers, ...aliases, { instance: null }] };
  return new PeriodicTasks(discovery as unknown as DiscoveryService, new MetadataScanner(), new Reflector());
};

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function stop(tasks: PeriodicTasks): Promise<void> {
  tasks.onModuleDestroy();
  await tasks.beforeApplicationShutdown();
}

it('finds the declared methods of all providers, each of them once', () => {
  const tasks = tasksOf(aProvider(1), {}, aProvider(1, { name: 'another' }));
  expect(tasks.all().map(({ name }) => name)).toEqual(['task', 'another']);
});

it.each([
  ['api', 'api', 3],
  ['api', 'worker', 0],
  ['worker', 'worker', 3],
  ['worker', 'api', 0],
  ['standalone', 'api', 3],
  ['standalone', 'worker', 3],
  ['api', 'all', 3],
  ['worker', 'all', 3],
] as const)('a process in the role %s does a task of %s: %d batches', async (role, processes, batches) => {
  const provider = aProvider(1, { processes });
  const tasks = tasksOf(provider);
  tasks.start(role);
  await nextTurn();
  expect(provider.batches).toBe(batches);
  await stop(tasks);
});

it('a task pauses between its batches in proportion to their duration, and a stop ends the pause', async () => {
  const provider = aProvider(3_600_000, { dutyCycle: 0.5 });
  const tasks = tasksOf(provider);
  tasks.start('api');
  await nextTurn();
  expect(provider.batches).toBe(1);
  await stop(tasks);
  expect(provider.batches).toBe(1);
});
