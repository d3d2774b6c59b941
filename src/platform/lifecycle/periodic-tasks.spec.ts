import { PeriodicTasks } from './periodic-tasks';
import type { PeriodicTask } from './periodic-tasks';

const tasks = new PeriodicTasks();
afterEach(() => jest.restoreAllMocks());

/** A batch that takes this long by the clock, which does not wait. */
function aTask(batchMs: number, dutyCycle?: number): { task: PeriodicTask; batches: () => number } {
  let batches = 0;
  let nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const runBatch = () => {
    batches += 1;
    nowMs += batchMs;
    return Promise.resolve(batches < 3);
  };
  return { task: { name: 'task', everySeconds: 3600, runBatch, dutyCycle }, batches: () => batches };
}

it('a task pauses between its batches in proportion to their duration, and a stop ends the pause', async () => {
  const { task, batches } = aTask(3_600_000, 0.5);
  tasks.start([task]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(batches()).toBe(1);
  await tasks.stop();
  expect(batches()).toBe(1);
});

it('a task without a duty cycle runs its batches one after the other', async () => {
  const { task, batches } = aTask(3_600_000);
  const others = new PeriodicTasks();
  others.start([task]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(batches()).toBe(3);
  await others.stop();
});
