import { NoticeEvents } from '../../../src/notices/notice-events';
import { withAnotherAccount } from '../../support/app';
import { aField, aSubmission, type CreatedForm, etagOf, reload, setSettings } from '../../support/forms';
import { Receiver } from '../../support/receiver';
import { anAccountWithPoints, executeDueRuns } from '../../support/runs';
import { aFanOut, aNode, aVersion, aWebhook } from '../../support/workflows';
import { Notices } from './notices.fixture';

let owner: Notices;
let receiver: Receiver;
beforeAll(async () => {
  owner = await Notices.start();
  receiver = await Receiver.start();
});
beforeEach(() => owner.reset());

const query = (sql: string, parameters: unknown[]) => owner.app.database.query(sql, parameters);

async function tellingOf(form: { id: string }): Promise<string[]> {
  await owner.tell();
  return owner.openOf(form);
}

const status = async (form: CreatedForm, to: 'enabled' | 'disabled') => {
  const answer = await owner.app.api.patch(`/v1/forms/${form.id}`, { status: to }, { ifMatch: await etagOf(owner.app.api, form) });
  expect(answer.status).toBe(200);
};

describe('a quota', () => {
  async function used(form: { id: string }, count: number): Promise<string[]> {
    await query(`update form_stats set month = date_trunc('month', now() at time zone 'utc')::date, month_count = $2 where form_id = $1`, [
      form.id,
      count,
    ]);
    await owner.tell();
    return (await query(`select kind from notices where form_id = $1 and closed_at is null`, [form.id])).map(
      (row) => (row as { kind: string }).kind,
    );
  }

  it('is told at 80 percent and when it is used up, and over in the next month', async () => {
    const account = await withAnotherAccount(owner.app, 'free');
    const form = await owner.form({ name: 'Busy' }, {}, account.api);
    expect(await used(form, 399)).toEqual([]);
    expect(await used(form, 400)).toEqual(['quota_near']);
    expect(owner.takeSubjects()).toEqual([expect.stringContaining('A quota is nearly used up: Busy')]);
    await owner.pass('2 hours');
    expect(await used(form, 500)).toEqual(['quota_reached']);
    expect(owner.takeSubjects()).toEqual([expect.stringContaining(': A quota is used up: Busy')]);
    await owner.pass('2 hours');
    expect(await used(form, 0)).toEqual([]);
    expect(owner.takeSubjects()).toEqual([expect.stringContaining('Over: A quota is used up: Busy')]);
  });

  it('is not told of a form that is off', async () => {
    const account = await withAnotherAccount(owner.app, 'free');
    const form = await owner.form({}, {}, account.api);
    await query(`update forms set status = 'disabled' where id = $1`, [form.id]);
    expect(await used(form, 500)).toEqual([]);
  });

  it('of the bytes of files is told of a form with a field for files', async () => {
    const form = await owner.form({}, { intake: { max_stored_bytes: 1000 } });
    await query('update form_stats set stored_bytes = 900 where form_id = $1', [form.id]);
    expect(await tellingOf(form)).toEqual([]);
    await aField(owner.app.api, form, { name: 'cv', type: 'file' });
    expect(await tellingOf(form)).toEqual(['quota_near']);
    await query('update form_stats set stored_bytes = 1000 where form_id = $1', [form.id]);
    expect(await tellingOf(form)).toEqual(['quota_reached']);
  });
});

describe('a channel', () => {
  const webhook = () => aWebhook('crm', { url: receiver.url() }, { name: 'CRM' });
  const formWith = async () => {
    const form = await owner.form({ name: 'Orders' });
    await aVersion(owner.app.api, form, aFanOut(webhook()));
    return form;
  };
  const deliver = async (form: CreatedForm, times: number, answer: number) => {
    receiver.answers({ status: answer });
    for (let time = 0; time < times; time += 1) await aSubmission(owner.app.api, form, { a: 'b' });
    await executeDueRuns(owner.app);
  };

  it('that has failed three times in a row is told, and over with the next success', async () => {
    const form = await formWith();
    await deliver(form, 2, 400);
    await deliver(form, 1, 200);
    await deliver(form, 2, 400);
    expect(await tellingOf(form)).toEqual([]);
    await deliver(form, 1, 400);
    expect(await tellingOf(form)).toEqual(['deliveries_failing']);
    expect((await owner.list())[0]).toMatchObject({ detail: { channels: [{ node_id: 'crm', name: 'CRM', type: 'webhook' }] } });
    expect(owner.takeSubjects()).toEqual([expect.stringContaining('Deliveries fail: Orders')]);
    await deliver(form, 1, 200);
    expect(await tellingOf(form)).toEqual([]);
  });

  it('that is gone is told instead of its failures, until the next publishing', async () => {
    const form = await formWith();
    await deliver(form, 3, 400);
    expect(await tellingOf(form)).toEqual(['deliveries_failing']);
    await deliver(form, 1, 410);
    await owner.pass('2 hours');
    owner.takeMails();
    expect(await tellingOf(form)).toEqual(['channel_disabled']);
    expect(owner.takeSubjects()).toEqual([expect.stringContaining(': A channel was switched off: Orders')]);
    await aVersion(owner.app.api, form);
    expect(await tellingOf(form)).toEqual([]);
  });

  it('is not told to the address that it sends to, but to the account', async () => {
    await owner.setEmail('account@example.com');
    const form = await owner.form({}, { notifications: { to: ['dead@example.com'] } });
    owner.smtp.refuses = (address) => (address.toLowerCase() === 'dead@example.com' ? 550 : null);
    await aVersion(owner.app.api, form, aFanOut(aNode('mail', 'email', { to: ['Dead@example.com'], subject: 'x', body_text: 'x' })));
    await deliver(form, 3, 200);
    await owner.tell();
    expect(owner.takeSubjects()).toEqual([expect.stringMatching(/^account@example.com: Deliveries fail/)]);
  });
});

describe('the mails of a form', () => {
  it('that have failed three times in a row are told to the account, or to nobody', async () => {
    const form = await owner.form({ notifications_enabled: true });
    for (let number = 0; number < 3; number += 1) {
      const id = await aSubmission(owner.app.api, form, { a: 'b' });
      await query(
        `update notifications set status = 'failed', due_at = null, mail_id = gen_random_uuid(), error_code = 'rejected_recipient' where submission_id = $1`,
        [id],
      );
    }
    expect(await tellingOf(form)).toEqual(['deliveries_failing']);
    expect(owner.takeMails()).toEqual([]);
    expect((await owner.list())[0]!.told_at).toBeNull();
    await owner.setEmail('account@example.com');
    await owner.tell();
    expect(owner.takeSubjects()).toEqual([expect.stringMatching(/^account@example.com: Deliveries fail/)]);
  });
});

describe('the quarantine', () => {
  const held = async (form: CreatedForm) => aSubmission(owner.app.api, form, { a: 'b', _gotcha: 'x' });

  it('is told after a week without another mail, until it is empty', async () => {
    const form = await owner.form({ validate_fields: false });
    await held(form);
    expect(await tellingOf(form)).toEqual([]);
    await owner.pass('6 days 23 hours');
    expect(await tellingOf(form)).toEqual([]);
    await owner.pass('2 hours');
    expect(await tellingOf(form)).toEqual(['held_for_a_while']);
    await query('delete from submissions where form_id = $1', [form.id]);
    expect(await tellingOf(form)).toEqual([]);
  });

  it('is told later where mails told of it, and seven days before it is deleted at the latest', async () => {
    const form = await owner.form({ validate_fields: false, notifications_enabled: true });
    await held(form);
    await owner.pass('8 days');
    const id = await aSubmission(owner.app.api, form, { a: 'b' });
    await query(`update notifications set status = 'delivered', due_at = null, delivered_at = now() where submission_id = $1`, [id]);
    expect(await tellingOf(form)).toEqual([]);
    await owner.pass('15 days');
    await query(`update notifications set delivered_at = now() where submission_id = $1`, [id]);
    await owner.pass('1 minute');
    expect(await tellingOf(form)).toEqual(['held_for_a_while']);
  });

  it('is not told of what its owner has put there', async () => {
    const form = await owner.form({ validate_fields: false });
    const id = await aSubmission(owner.app.api, form, { a: 'b' });
    expect((await owner.app.api.post(`/v1/forms/${form.id}/submissions/${id}/spam`)).status).toBeLessThan(300);
    await owner.pass('25 days');
    expect(await tellingOf(form)).toEqual([]);
  });
});

describe('a form that is closed by its date', () => {
  it('is told when visitors of five networks still come, until it is off', async () => {
    const form = await owner.form();
    await setSettings(owner.app.api, form, { intake: { closes_at: new Date(Date.now() - 86_400_000).toISOString() } });
    await owner.visit(form, 4);
    expect(await tellingOf(form)).toEqual([]);
    await owner.visit(form, 6);
    expect(await tellingOf(form)).toEqual(['closed_by_date']);
    await status(form, 'disabled');
    expect(await tellingOf(form)).toEqual([]);
  });

  it('is not told where it is full as well', async () => {
    const form = await owner.form();
    await aSubmission(owner.app.api, form, { a: 'b' });
    await setSettings(owner.app.api, form, { intake: { max_submissions: 1, closes_at: new Date(Date.now() - 86_400_000).toISOString() } });
    await owner.visit(form, 6);
    expect(await tellingOf(form)).toEqual([]);
  });
});

it('names that no field has are told by the rule of the warning, until a field has them', async () => {
  const form = await owner.form({ fields: [{ name: 'email', type: 'string' }] });
  await owner.visit(form, 5, { phone: '1' });
  expect(await tellingOf(form)).toEqual([]);
  await owner.visit(form, 5, { phone: '1' });
  expect(await tellingOf(form)).toEqual(['unmatched_names']);
  expect((await owner.list())[0]).toMatchObject({ detail: { names: ['phone'] } });
  await aField(owner.app.api, await reload(owner.app.api, form), { name: 'phone' });
  expect(await tellingOf(form)).toEqual([]);
});

it('an event is told until it was quiet for seven days', async () => {
  const form = await owner.form({ name: 'Old' });
  await owner.app.app.get(NoticeEvents).record({ formId: form.id, kind: 'import_will_be_deleted', detail: { rows: 3 } });
  expect(await tellingOf(form)).toEqual(['import_will_be_deleted']);
  await owner.app.app.get(NoticeEvents).record({ formId: form.id, kind: 'import_will_be_deleted', detail: { rows: 4 } });
  expect(await tellingOf(form)).toEqual(['import_will_be_deleted']);
  expect(owner.takeSubjects()).toHaveLength(1);
  await owner.pass('7 days 1 hour');
  expect(await tellingOf(form)).toEqual([]);
});

describe('an account', () => {
  const kindsOf = async (api = owner.app.api) =>
    (await owner.list(api)).filter(({ closed_at }) => closed_at === null).map(({ kind }) => kind);

  it('that is suspended is told, and that it was resumed', async () => {
    const account = await withAnotherAccount(owner.app);
    await owner.setEmail('boss@example.com', account.accountId);
    await query('update accounts set suspended_at = now() where id = $1', [account.accountId]);
    await owner.tell();
    expect(owner.takeSubjects()).toEqual([expect.stringMatching(/^boss@example.com: The account is suspended: Account account/)]);
    await query('update accounts set suspended_at = null where id = $1', [account.accountId]);
    await owner.pass('2 hours');
    await owner.tell();
    expect(owner.takeSubjects()).toEqual([expect.stringMatching(/^boss@example.com: Over: The account is suspended/)]);
  });

  it('without points is told when runs that wait will fail', async () => {
    const account = await anAccountWithPoints(owner.app, 0);
    const form = await owner.form({}, {}, account.api);
    await aVersion(account.api, form, aFanOut(aWebhook('crm', { url: receiver.url() })));
    await aSubmission(account.api, form, { a: 'b' });
    await owner.tell();
    const [notice] = await owner.list(account.api);
    expect(notice).toMatchObject({
      kind: 'points_used_up',
      form_id: null,
      detail: { fails_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string },
    });
  });

  it('is told of each key that ends within 14 days, but of none that lives for a month or was rotated', async () => {
    await owner.setEmail('boss@example.com');
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await owner.app.key({ name: 'short', expiresAt: inDays(20) });
    await owner.app.key({ name: 'long', expiresAt: inDays(60) });
    await owner.app.key({ name: 'longer', expiresAt: inDays(62) });
    await owner.pass('47 days');
    await owner.tell();
    expect(await kindsOf()).toEqual(['key_ends']);
    expect(owner.takeSubjects()).toHaveLength(1);
    await owner.pass('2 days');
    await owner.tell();
    const [mail] = owner.takeMails();
    expect(mail!.text).toContain('longer');
    expect(mail!.text).not.toContain('short');
    await owner.tell();
    const reader = owner.app.api.as(await owner.app.key({ scopes: ['forms:read'] }));
    expect(await kindsOf(reader)).toEqual([]);
    await query('update api_keys set revoked_at = now() where name like $1', ['long%']);
    await owner.tell();
    expect(await kindsOf()).toEqual([]);
  });

  it('is told of a further key within a day of the end of the notice before', async () => {
    await owner.setEmail('boss@example.com');
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    await owner.app.key({ name: 'former', expiresAt: inHours(40 * 24) });
    await owner.app.key({ name: 'further', expiresAt: inHours(40 * 24 + 12) });
    await owner.pass('26 days 1 hour');
    await owner.tell();
    expect(owner.takeMails()[0]!.text).toContain('former');
    await query('update api_keys set revoked_at = now() where name = $1', ['former']);
    await owner.tell();
    await owner.pass('12 hours');
    await owner.tell();
    const [mail] = owner.takeMails();
    expect(mail!.text).toContain('Over: An API key ends soon');
    expect(mail!.text).toContain('further');
  });
});
