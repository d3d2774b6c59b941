import { AccountsService } from '../../../src/accounts/accounts.service';
import { RunQueue } from '../../../src/workflows/runs/admission/run-queue';
import { expectError } from '../../support/api';
import type { Answer, Api } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { anEnabledForm, submit } from '../../support/forms';
import { advanceMonotonicClock } from '../../support/keys';
import type { Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import { aPublishedForm, aRun, aRunOf, withWorkersPaused } from '../../support/runs';
import { aDefinition, aWebhook, START } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
let other: Instance;
withRunningApp((...started) => ([app, receiver] = started));
beforeAll(async () => {
  other = await app.sibling();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => other.close());

const accounts = (): AccountsService => app.app.get(AccountsService);
const NEW_FORM = { name: 'New', validate_fields: true, notifications_enabled: false };

const capabilities = async (api: Api) => (await api.get('/v1/capabilities')).body.data;

function expectWritesDisabled(answer: Answer, reason: string): void {
  expectError(answer, 'writes_disabled');
  expect(answer.body.error!.message).toContain(reason);
}

/** An account of its own for each test, and both processes with its key. */
async function anOwner() {
  const { accountId, key } = await app.stranger();
  const [here, there] = [app, other].map((instance) => ({ ...instance, api: instance.api.as(key) }));
  return { accountId, here: here!, there: there! };
}

describe('a suspended account', () => {
  it('can only read within five seconds, in every process, until it is resumed', async () => {
    const { accountId, here, there } = await anOwner();
    for (const { api } of [here, there]) expect(await capabilities(api)).toMatchObject({ writes_enabled: true });
    await accounts().suspend(accountId);
    advanceMonotonicClock(5);
    for (const { api } of [here, there]) {
      expect(await capabilities(api)).toMatchObject({ writes_enabled: false });
      expectWritesDisabled(await api.post('/v1/forms', NEW_FORM), 'suspended');
      expect((await api.get('/v1/forms')).status).toBe(200);
    }
    await accounts().resume(accountId);
    jest.restoreAllMocks();
    advanceMonotonicClock(10);
    expect((await there.api.post('/v1/forms', NEW_FORM)).status).toBe(201);
  });

  it('accepts no submissions, replays and filled honeypots, in every process and at once', async () => {
    const { accountId, here, there } = await anOwner();
    const form = await anEnabledForm(here.api);
    const keyed = { 'idempotency-key': 'k' };
    expect((await submit(there.api, form, { n: 1 }, keyed)).status).toBe(201);
    await accounts().suspend(accountId);
    for (const { api } of [here, there]) {
      expectError(await submit(api, form, { n: 1 }), 'form_disabled');
      expectError(await submit(api, form, { n: 1 }, keyed), 'form_disabled');
      expectError(await submit(api, form, { _gotcha: 'x' }), 'form_disabled');
    }
    await accounts().resume(accountId);
    expect((await submit(there.api, form, { n: 1 })).status).toBe(201);
  });

  it('has its runs wait, which continue when it is resumed', async () => {
    const { accountId, here } = await anOwner();
    const crm = aWebhook('crm', { url: receiver.url() });
    const form = await aPublishedForm(here, aDefinition([START, crm], 'start>crm'));
    const run = await withWorkersPaused(here, () => aRunOf(here, form));
    await accounts().suspend(accountId);
    await app.database.query(`update workflow_runs set due_at = now() - interval '1 hour' where id = $1`, [run.id]);
    await app.app.get(RunQueue).wake();
    const following = await aRun(app, aDefinition([START, crm], 'start>crm'));
    await following.reach('succeeded');
    expect((await run.summary()).status).toBe('pending');
    await accounts().resume(accountId);
    await run.reach('succeeded');
  });

  it('leaves other accounts alone', async () => {
    const { accountId } = await anOwner();
    await accounts().suspend(accountId);
    expect((await app.api.post('/v1/forms', NEW_FORM)).status).toBe(201);
  });

  it('is recorded in the audit trail with its end', async () => {
    const { accountId } = await anOwner();
    await accounts().suspend(accountId);
    await accounts().resume(accountId);
    const rows = await app.database.query('select action from audit_events where account_id = $1 order by id', [accountId]);
    expect(rows).toEqual([{ action: 'keys create' }, { action: 'accounts suspend' }, { action: 'accounts resume' }]);
  });
});

describe('maintenance', () => {
  it('lets keys only read and leaves intake open', async () => {
    const form = await anEnabledForm(app.api);
    const maintained = await app.sibling({ maintenance: true });
    try {
      expect(await capabilities(maintained.api)).toMatchObject({ writes_enabled: false });
      expectWritesDisabled(await maintained.api.post('/v1/forms', NEW_FORM), 'maintenance');
      expectWritesDisabled(
        await maintained.api.post('/v1/forms', NEW_FORM, { key: await app.key({ isReadOnly: true }) }),
        'This API key may only read.',
      );
      expect((await maintained.api.get('/v1/forms')).status).toBe(200);
      expect((await submit(maintained.api, form, { n: 1 })).status).toBe(201);
    } finally {
      await maintained.close();
    }
  });
});
