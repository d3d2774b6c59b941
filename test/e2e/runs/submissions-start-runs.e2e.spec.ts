import { PointsService } from '../../../src/accounts/points.service';
import { BlockedRunsService } from '../../../src/workflows/runs/admission/blocked-runs.service';
import { RunQueue } from '../../../src/workflows/runs/admission/run-queue';
import { LeasedRunsRepository } from '../../../src/workflows/runs/store/leased-runs.repository';
import { type Answer, untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { waitUntil } from '../../support/wait-until';
import { aForm, anEnabledForm, submit } from '../../support/forms';
import { aGate } from '../../support/receiver';
import type { Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import { anAccountWithPoints, aPublishedForm, aRun, aRunOf, listRuns, withWorkersPaused } from '../../support/runs';
import { aDefinition, aDraft, aFanOut, aNode, aVersion, aWebhook, START, STORE } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

const crm = (config: object = {}) => aWebhook('crm', { url: receiver.url(), ...config });
const delayed = () => aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), crm()], 'start>wait', 'wait>crm');

interface RunRow {
  submission_id: string;
  status: string;
}

const runsOf = (form: { id: string }): Promise<RunRow[]> =>
  app.database.query<RunRow>('select submission_id, status from workflow_runs where form_id = $1', [form.id]);

async function allEnd(form: { id: string }, count: number): Promise<RunRow[]> {
  await waitUntil(async () => (await runsOf(form)).filter(({ status }) => status === 'succeeded').length === count);
  return runsOf(form);
}

const idsIn = (answers: Answer[]): string[] => answers.map(({ body }) => (body.data as { id: string }).id);

describe('an accepted submission', () => {
  it('starts exactly one run, also among two hundred concurrent ones', async () => {
    const set = aNode('set', 'set_fields', { set: { a: 1 } });
    const form = await aPublishedForm(app, aDefinition([START, set, STORE], 'start>set', 'set>store'));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => untilServed(() => submit(app.api, form, { email: `${n}@example.com` }))),
    );
    const ids = idsIn(answers);
    expect(new Set(ids).size).toBe(200);
    const runs = await allEnd(form, 200);
    expect(runs.map(({ submission_id }) => submission_id).sort()).toEqual([...ids].sort());
  });

  it('starts one run however often it is repeated with its key', async () => {
    const form = await aPublishedForm(app, aFanOut(STORE));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        untilServed(() => submit(app.api, form, { email: `${n % 50}@example.com` }, { 'idempotency-key': `key-${n % 50}` })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const ids = new Set(idsIn(answers));
    expect(ids.size).toBe(50);
    const runs = await allEnd(form, 50);
    expect(runs.map(({ submission_id }) => submission_id).sort()).toEqual([...ids].sort());
  });

  it('is delivered exactly once to each destination without failures', async () => {
    const form = await aPublishedForm(app, aFanOut(crm(), STORE));
    await Promise.all(Array.from({ length: 40 }, () => untilServed(() => submit(app.api, form, { email: 'a@example.com' }))));
    const runs = await allEnd(form, 40);
    const delivered = receiver.requests.map(({ body }) => JSON.parse(body).data.submission_id as string);
    expect(delivered.sort()).toEqual(runs.map(({ submission_id }) => submission_id).sort());
  });

  it('starts no run without a published version or when it is refused', async () => {
    const unpublished = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
    await aDraft(app.api, unpublished, aFanOut(crm()));
    expect((await submit(app.api, unpublished, { email: 'a@example.com' })).status).toBe(201);
    const form = await aPublishedForm(app, aFanOut(crm()));
    expect((await submit(app.api, form, { email: 1 })).status).toBe(422);
    const disabled = await aForm(app.api);
    await aVersion(app.api, disabled, aFanOut(crm()));
    expect((await submit(app.api, disabled, { n: 1 })).status).toBe(403);
    for (const each of [unpublished, form, disabled]) expect(await listRuns(app, each)).toEqual([]);
  });

  it('executes the version that was published when it arrived', async () => {
    const form = await aPublishedForm(app, aFanOut(STORE));
    const first = await withWorkersPaused(app, () => aRunOf(app, form));
    await aVersion(app.api, form, aFanOut(crm()));
    const second = await aRunOf(app, form);
    await second.reach('succeeded');
    await app.database.query('update workflow_runs set due_at = now() where id = $1', [first.id]);
    await app.app.get(RunQueue).wake();
    await first.reach('succeeded');
    expect(await first.statuses()).toEqual({ start: 'succeeded', store: 'succeeded' });
    expect([await first.summary(), await second.summary()]).toMatchObject([{ workflow_version: 1 }, { workflow_version: 2 }]);
  });
});

describe('a submission to an account without points', () => {
  it('is accepted, and its run continues after a grant, oldest first', async () => {
    const poor = await anAccountWithPoints(app, 2);
    const form = await aPublishedForm(poor, aFanOut(crm()));
    const first = await aRunOf(poor, form);
    await first.reach('succeeded');
    const [second, third] = [await aRunOf(poor, form), await aRunOf(poor, form)];
    for (const run of [second, third]) {
      expect(await run.summary()).toMatchObject({
        status: 'blocked_insufficient_compute_points',
        reserved_compute_points: 0,
        started_at: null,
      });
      const submission = await poor.api.get(`/v1/forms/${form.id}/submissions/${run.submissionId}`);
      expect(submission.body.data.deliveries).toMatchObject([{ status: 'delivered' }, { status: 'pending' }]);
    }
    await app.app.get(PointsService).grant(poor.accountId, 3);
    await app.app.get(BlockedRunsService).admitBlockedRuns();
    expect(await second.reach('succeeded')).toMatchObject({ reserved_compute_points: 2, consumed_compute_points: 2 });
    expect((await third.summary()).status).toBe('blocked_insufficient_compute_points');
    await app.app.get(PointsService).grant(poor.accountId, 1);
    await app.app.get(BlockedRunsService).admitBlockedRuns();
    await third.reach('succeeded');
    expect(receiver.requests).toHaveLength(3);
  });
});

describe('deleting', () => {
  const balanceOf = async ({ accountId }: TestApp): Promise<number> => {
    const [row] = await app.database.query<{ points: number }>('select points_balance as points from accounts where id = $1', [accountId]);
    return row!.points;
  };

  it('a submission deletes its runs and releases their reservations', async () => {
    const limited = await anAccountWithPoints(app, 50);
    const form = await aPublishedForm(limited, delayed());
    const [run, other] = [await aRunOf(limited, form), await aRunOf(limited, form)];
    await run.reachStep('wait', 'waiting');
    expect(await balanceOf(limited)).toBe(44);
    expect((await limited.api.delete(`/v1/forms/${form.id}/submissions/${run.submissionId}?permanently=true`)).status).toBe(200);
    expect((await limited.api.get(run.path)).status).toBe(404);
    expect(await balanceOf(limited)).toBe(47);
    await app.app.get(RunQueue).wake();
    await other.reachStep('wait', 'waiting');
    await other.makeDue();
    await other.reach('succeeded');
    expect(receiver.requests).toHaveLength(1);
  });

  it('a submission during an attempt starts no further node', async () => {
    const gate = aGate();
    receiver.reacts(async () => {
      await gate.opened;
      return { status: 200 };
    });
    const form = await aPublishedForm(
      app,
      aDefinition([START, crm(), aWebhook('after', { url: receiver.url('/after') })], 'start>crm', 'crm>after'),
    );
    const run = await aRunOf(app, form);
    await waitUntil(() => receiver.requests.length === 1);
    expect((await app.api.delete(`/v1/forms/${form.id}/submissions/${run.submissionId}?permanently=true`)).status).toBe(200);
    gate.open();
    await (await aRun(app, aFanOut(STORE))).reach('succeeded');
    expect(receiver.to('/after')).toEqual([]);
    expect(await app.database.query('select 1 from workflow_run_steps where run_id = $1', [run.id])).toEqual([]);
  });

  it('a form ends all of its open runs', async () => {
    const limited = await anAccountWithPoints(app, 60);
    const form = await aPublishedForm(limited, delayed());
    const waiting = await aRunOf(limited, form);
    await waiting.reachStep('wait', 'waiting');
    await withWorkersPaused(app, () => aRunOf(limited, form));
    const answer = await limited.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' });
    expect(answer.status).toBe(200);
    expect(await app.database.query('select 1 from workflow_runs where form_id = $1', [form.id])).toEqual([]);
    expect(await balanceOf(limited)).toBe(60);
  });

  it('a form sends nothing while its rows are purged, and delays no other form', async () => {
    const gate = aGate();
    receiver.reacts(async ({ path }) => {
      if (path === '/hook') await gate.opened;
      return { status: 200 };
    });
    const after = aWebhook('after', { url: receiver.url('/after') });
    const form = await aPublishedForm(app, aDefinition([START, crm(), after], 'start>crm', 'crm>after'));
    await aRunOf(app, form);
    const unbegun = await withWorkersPaused(app, () => aRunOf(app, form));
    await waitUntil(() => receiver.requests.length === 1);
    await app.database.query('update forms set deleted_at = now() where id = $1', [form.id]);
    gate.open();
    await app.database.query(`update workflow_runs set due_at = now() - interval '10 seconds' where id = $1`, [unbegun.id]);
    const leases = app.app.get(LeasedRunsRepository);
    await waitUntil(async () => !(await leases.hasOrphans())); // this run would be one for ever
    await app.app.get(RunQueue).wake();
    await (await aRun(app, aFanOut(STORE))).reach('succeeded');
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.to('/after')).toEqual([]);
    await app.database.query('delete from forms where id = $1', [form.id]);
  });
});
