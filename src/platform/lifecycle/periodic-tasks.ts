import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleDestroy, SetMetadata } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { ProcessRole } from '../database/service-processes';

export interface TaskOptions {
  name: string;
  /** The processes that execute the task, possibly at the same time. */
  processes: 'api' | 'worker' | 'all';
  everySeconds: number;
  /** The share of time that batches may take, with pauses between them. By default, there are no pauses between batches. */
  dutyCycle?: number;
}

/** A method that processes one batch of a task. It returns true, or a number above 0, when another batch should follow at once. */
export const PeriodicTask =
  (options: TaskOptions) =>
  <Batch extends () => Promise<boolean | number>>(target: object, key: string, method: TypedPropertyDescriptor<Batch>) =>
    void SetMetadata(PERIODIC_TASK, options)(target, key, method);

const PERIODIC_TASK = Symbol('PeriodicTask');

export const HOURLY = 60 * 60;

/** The duty cycle of a task with millions of rows to delete, so that it slows down other work by less than a fifth. */
export const BACKGROUND = 0.15;

@Injectable()
export class PeriodicTasks implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly log = new Logger('PeriodicTasks');
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Map<Task, Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  all(): Task[] {
    const providers = this.discovery.getProviders().filter(({ instance, isAlias }) => instance && !isAlias);
    return providers.flatMap(({ instance }) => this.tasksOf(instance as object));
  }

  start(role: ProcessRole): void {
    for (const task of this.all()) {
      if (role !== 'standalone' && task.processes !== role && task.processes !== 'all') continue;
      this.run(task);
      this.timers.add(setInterval(() => this.run(task), task.everySeconds * 1000));
    }
  }

  onModuleDestroy(): void {
    this.stopping.abort();
    this.timers.forEach(clearInterval);
  }

  /** Ends pauses at once, and waits for the batches in progress. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running.values());
  }

  private tasksOf(provider: object): Task[] {
    const methods = provider as Record<string, () => Promise<boolean | number>>;
    return this.scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object).flatMap((name) => {
      const options = this.reflector.get<TaskOptions | undefined>(PERIODIC_TASK, methods[name]!);
      return options ? [{ ...options, runBatch: () => methods[name]!() }] : [];
    });
  }

  /** Starts a task, unless its previous execution is still running. */
  private run(task: Task): void {
    if (this.running.has(task)) return;
    const run = this.runBatches(task).finally(() => this.running.delete(task));
    this.running.set(task, run);
  }

  private async runBatches(task: Task): Promise<void> {
    const { signal } = this.stopping;
    try {
      while (!signal.aborted && (await runPaced(task, signal)));
    } catch (error) {
      this.log.warn({ err: error, task: task.name }, 'A periodic task failed and will be retried.');
    }
  }
}

interface Task extends TaskOptions {
  runBatch: () => Promise<boolean | number>;
}

async function runPaced({ runBatch, dutyCycle = 1 }: Task, signal: AbortSignal): Promise<boolean> {
  const startedAt = performance.now();
  const hasMore = Number(await runBatch()) > 0;
  const workedMs = performance.now() - startedAt;
  if (hasMore && dutyCycle < 1) await pauseUnless(signal, workedMs * (1 / dutyCycle - 1));
  return hasMore;
}

/** Pauses, and ends the pause early when the signal aborts. */
const pauseUnless = (signal: AbortSignal, ms: number): Promise<void> => pause(ms, undefined, { signal }).catch(() => undefined);
