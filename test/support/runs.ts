import type { Logger } from 'pino';
import type { Config } from '../../src/platform/config/config';
import { PeriodicTasks } from '../../src/platform/lifecycle/periodic-tasks';
import { NotificationProcessor } from '../../src/notifications/notification.processor';
import { QueueWorkers } from '../../src/platform/queue/queue-workers';
import type { Definition } from '../../src/workflows/model/definition.types';
import { RunQueue } from '../../src/workflows/runs/admission/run-queue';
import type { RunStepView } from '../../src/workflows/runs/api/run-step-view.dto';
import type { RunSummaryView, RunView } from '../../src/workflows/runs/api/run-view.dto';
import type { StartedRunView } from '../../src/workflows/runs/api/started-run-view.dto';
import { RunDispatcher } from '../../src/workflows/runs/engine/run-dispatcher';
import { WorkflowRunProcessor } from '../../src/workflows/runs/engine/workflow-run.processor';
import { type Answer, type CallOptions, untilServed } from './api';
import type { Instance, TestApp } from './app';
import { startApp } from './app';
import { atEnd } from './at-end';
import { waitUntil } from './wait-until';
import type { CreatedForm } from './forms';
import { anEnabledForm, aSubmission } from './forms';
import { pointViolations } from './point-violations';
import { aDraft, aVersion, workflowPath } from './workflows';

/**
 * The service with a worker in its process, which may call receivers on this machine. When it closes, compute points
 * must be consistent.
 */
export async function startRunningApp(settings: Partial<Config> = {}, log?: Logger): Promise<TestApp> {
  const app = await startApp({ egressAllowCidrs: ['127.0.0.0/8'], ...settings }, log);
  startWorker(app);
  return {
    ...app,
    close: atEnd(async () => {
      await stopWorker(app);
      const violations = await pointViolations(app.database);
      await app.close();
      expect(violations).toEqual([]);
    }),
  };
}

export function startWorker({ app }: Pick<Instance, 'app'>): void {
  app.get(PeriodicTasks).start('worker');
  app.get(QueueWorkers).open();
}

export async function stopWorker({ app }: Pick<Instance, 'app'>): Promise<void> {
  const working = [app.get(WorkflowRunProcessor), app.get(NotificationProcessor), app.get(PeriodicTasks)];
  working.forEach((each) => each.onModuleDestroy());
  await Promise.all(working.map((each) => each.beforeApplicationShutdown()));
}

/** Executes all due runs as far as they can go now, like a worker that has been woken. */
export async function executeDueRuns({ app }: Pick<Instance, 'app'>): Promise<void> {
  const work = app.get(RunDispatcher);
  await work.dispatch();
  await work.idle();
}

/** A run, read through the API, with helpers to wait for a state and to skip waiting times. */
export class RunHandle {
  constructor(
    private readonly app: Instance,
    readonly form: { id: string },
    readonly id: string,
    readonly submissionId: string | null = null,
  ) {}

  get path(): string {
    return `/v1/forms/${this.form.id}/workflow-runs/${this.id}`;
  }

  async detail(): Promise<RunView> {
    const answer = await untilServed(() => this.app.api.get<RunView>(this.path));
    expect(answer.status).toBe(200);
    return answer.body.data;
  }

  async summary(): Promise<RunSummaryView> {
    return (await listRuns(this.app, this.form)).find(({ id }) => id === this.id)!;
  }

  async step(nodeId: string): Promise<RunStepView> {
    return (await this.detail()).steps.find(({ node_id }) => node_id === nodeId)!;
  }

  /** The status of each node, by its id. */
  async statuses(): Promise<Record<string, string>> {
    return Object.fromEntries((await this.detail()).steps.map(({ node_id, status }) => [node_id, status]));
  }

  /** Waits until the run has this status. */
  async reach(status: RunSummaryView['status']): Promise<RunSummaryView> {
    let last = '';
    const hasReached = async () => (last = (await this.summary()).status) === status;
    await waitUntil(hasReached).catch(async () => {
      throw new Error(`The run is ${last} and not ${status}: ${JSON.stringify(await this.statuses())}`);
    });
    return this.summary();
  }

  /** Waits until the step has this status and number of attempts. */
  async reachStep(nodeId: string, status: RunStepView['status'], attempts = 0): Promise<RunStepView> {
    const hasReached = async () => {
      const step = await this.step(nodeId);
      return step.status === status && step.attempt_count >= attempts;
    };
    await waitUntil(hasReached).catch(async () => {
      throw new Error(`The node ${nodeId} is not ${status}: ${JSON.stringify(await this.step(nodeId))}`);
    });
    return this.step(nodeId);
  }

  /** Waits until the run is released, and makes its waiting steps due now. */
  async makeDue(): Promise<void> {
    const isReleased = async () => (await this.app.database.query(RELEASED, [this.id])).length > 0;
    await waitUntil(isReleased);
    await this.app.database.query(STEPS_DUE, [this.id]);
    await this.app.database.query(RUN_DUE, [this.id]);
    await this.app.app.get(RunQueue).wake();
  }

  cancel(options?: CallOptions): Promise<Answer<RunView>> {
    return this.app.api.post(`${this.path}/cancel`, undefined, options);
  }

  retry(body?: object, options?: CallOptions): Promise<Answer<StartedRunView>> {
    return this.app.api.post(`${this.path}/retry`, body, options);
  }

  /** Retries the run and resolves with the new run. */
  async repeated(body?: object): Promise<RunHandle> {
    const answer = await this.retry(body);
    expect(answer.status).toBe(202);
    return new RunHandle(this.app, this.form, answer.body.data.run_id, this.submissionId);
  }
}

const RELEASED = `select 1 from workflow_runs where id = $1 and lease_owner is null and status = 'running'`;
const STEPS_DUE = `update workflow_run_steps set due_at = now() where run_id = $1 and status = 'waiting'`;
const RUN_DUE = `update workflow_runs set due_at = now() where id = $1 and status = 'running' and lease_owner is null`;

export async function listRuns({ api }: Pick<Instance, 'api'>, form: { id: string }, query = 'limit=50'): Promise<RunSummaryView[]> {
  const path = `/v1/forms/${form.id}/workflow-runs?${query}`;
  const answer = await untilServed(() => api.get<RunSummaryView[]>(path));
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const FIELDS = ['email', 'name', 'budget', 'country'].map((name) => ({
  name,
  type: name === 'budget' ? 'number' : 'string',
}));

/** An enabled form with default fields and this published workflow. */
export async function aPublishedForm({ api }: Pick<Instance, 'api'>, definition: Definition, members: object = {}): Promise<CreatedForm> {
  const form = await anEnabledForm(api, { fields: FIELDS, ...members });
  await aVersion(api, form, definition);
  return form;
}

/** The run of a new submission to the form. */
export async function aRunOf(app: Instance, form: { id: string }, fields: object = { email: 'ada@example.com' }): Promise<RunHandle> {
  const submissionId = await aSubmission(app.api, form, fields);
  const [run] = await listRuns(app, form, `submission_id=${submissionId}`);
  return new RunHandle(app, form, run!.id, submissionId);
}

/** The run of a submission to a new form with this workflow. */
export async function aRun(app: Instance, definition: Definition, fields?: object): Promise<RunHandle> {
  return aRunOf(app, await aPublishedForm(app, definition), fields);
}

/** A test run of this draft, by default with the source manual. */
export async function aTest(
  app: Instance,
  definition: Definition,
  body: object = { source: 'manual', fields: { email: 'ada@example.com' } },
  form?: { id: string },
): Promise<RunHandle> {
  const tested = form ?? (await anEnabledForm(app.api, { fields: FIELDS }));
  const ifMatch = await aDraft(app.api, tested, definition);
  const answer = await app.api.post<StartedRunView>(`${workflowPath(tested)}/test`, body, { ifMatch });
  expect(answer.status).toBe(202);
  return new RunHandle(app, tested, answer.body.data.run_id);
}

/** A new account with this number of points and no other limit. */
export async function anAccountWithPoints(app: TestApp, points: number): Promise<TestApp> {
  const plan = `points ${points}`;
  await app.database.query(
    `insert into plans select $1, null, null, null, $2, 100000, 100000, 100000, 100000, null on conflict do nothing`,
    [plan, points],
  );
  const { accountId, key } = await app.stranger(plan);
  return { ...app, accountId, api: app.api.as(key) };
}

/** Delays the runs that the work creates, so that no worker executes them. */
export async function withWorkersPaused<Result>({ database }: Instance, work: () => Promise<Result>): Promise<Result> {
  await database.query(`create or replace function put_off() returns trigger language plpgsql as
    $$ begin new.due_at := now() + interval '1 hour'; return new; end $$`);
  await database.query('create trigger put_off before insert on workflow_runs for each row execute function put_off()');
  try {
    return await work();
  } finally {
    await database.query('drop trigger put_off on workflow_runs');
  }
}
