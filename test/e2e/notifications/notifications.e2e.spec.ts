import { randomUUID } from 'node:crypto';
import { AccountsService } from '../../../src/accounts/accounts.service';
import { NotificationComposer } from '../../../src/notifications/notification-composer';
import { NotificationDispatcher } from '../../../src/notifications/notification-dispatcher';
import { timeTextIn } from '../../../src/platform/text/time-text.rules';
import { atEnd } from '../../support/at-end';
import type { Instance } from '../../support/app';
import { submitParts } from '../../support/files';
import { aSubmission } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { aGate } from '../../support/receiver';
import { startWorker, stopWorker } from '../../support/runs';
import { SAMPLES } from '../../support/sample-files';
import { waitUntil } from '../../support/wait-until';
import { Notifications, notificationIn } from './notifications.fixture';

let owner: Notifications;
beforeAll(async () => {
  owner = await Notifications.start();
});
beforeEach(() => owner.reset());
afterAll(async () => {
  await owner.app.close();
  await owner.smtp.close();
});

const ADA = {
  email: 'ada@example.com',
  message: 'first\n<b>second</b>',
  budget: 1200.5,
  topics: ['Design', 'Care'],
  agreed: true,
};

describe('a notification', () => {
  it('shows every field with its label, in text and in HTML', async () => {
    const form = await owner.form({}, { name: 'Contact & more' });
    const id = await aSubmission(owner.app.api, form, ADA);
    await owner.sendDue();
    const [mail] = owner.mails;
    expect(owner.mails).toHaveLength(1);
    expect(mail!.to).toEqual(['owner@example.com']);
    expect(mail!.headers.get('subject')).toBe('New submission: Contact & more – ada@example.com');
    expect(mail!.headers.get('from')).toBe('Forms <forms@example.org>');
    expect(mail!.headers.get('reply-to')).toBeUndefined();
    expect(mail!.text).toMatch(
      /E-mail\n {2}ada@example.com\n\nMessage\n {2}first\n {2}<b>second<\/b>\n\nBudget\n {2}1,200.5\n\nTopics\n {2}Design\n {2}Care\n\nAgreed\n {2}Yes\n/,
    );
    expect(mail!.text).toContain(`https://console.example/forms/${form.id}/submissions/${id}`);
    expect(mail!.html).toContain('first<br>&lt;b&gt;second&lt;/b&gt;');
    expect(mail!.html).toContain(`href="https://console.example/forms/${form.id}/submissions/${id}"`);
    expect(await owner.delivery(form, id)).toEqual({
      node_id: null,
      name: null,
      channel_type: 'notification',
      status: 'delivered',
      delivered_at: expect.stringMatching(/Z$/),
      error_code: null,
    });
  });

  it('is answered to the address in the field that the settings name', async () => {
    const form = await owner.form({ notifications: { to: ['owner@example.com'], reply_to_field: 'email' } });
    await aSubmission(owner.app.api, form, ADA);
    await owner.sendDue();
    const [mail] = owner.mails;
    expect(mail!.headers.get('reply-to')).toBe('ada@example.com');
    expect(mail!.text).toContain('A reply to this mail goes to ada@example.com.');
  });

  it.each(['ada@example.com, all@example.com', 'Ada <ada@example.com>', 'ada@example.com\r\nBcc: all@example.com', 'ada', ''])(
    'goes to its recipients only, and has no other headers, whatever a visitor sends: %j',
    async (hostile) => {
      const form = await owner.form({ notifications: { to: ['owner@example.com'], reply_to_field: 'message' } });
      const id = await aSubmission(owner.app.api, form, { message: hostile });
      await owner.sendDue();
      const [mail] = owner.mails;
      expect(mail!.to).toEqual(['owner@example.com']);
      expect([...mail!.headers.keys()].sort()).toEqual(HEADERS);
      expect(await owner.delivery(form, id)).toMatchObject({ status: 'delivered' });
    },
  );

  it('links to files that open without a key', async () => {
    const form = await owner.form();
    const answer = await submitParts(owner.app.api, form, [
      ['message', 'Hello'],
      ['cv', 'my <cv>.pdf', SAMPLES.pdf],
    ]);
    expect(answer.status).toBe(201);
    await owner.sendDue();
    const [mail] = owner.mails;
    const [url] = /http:\/\/localhost:\d+\/files\/[\w-]+/.exec(mail!.text)!;
    expect(mail!.text).toContain('  CV: my <cv>.pdf (');
    expect(mail!.html).toContain('my &lt;cv&gt;.pdf');
    expect(mail!.html).toContain(`href="${url}"`);
    const reply = await fetch(owner.app.api.baseUrl + new URL(url).pathname);
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(SAMPLES.pdf);
  });

  it('shows values under any name where the form does not validate', async () => {
    const form = await owner.form({}, { validate_fields: false, fields: [] });
    await aSubmission(owner.app.api, form, { other: 'x', nested: { a: 1 }, list: [1, 'b'] });
    await owner.sendDue();
    expect(owner.mails[0]!.text).toContain('other\n  x\n\nnested\n  {"a":1}\n\nlist\n  1\n  b\n');
  });

  it('shows values under names that no field has below the fields', async () => {
    const form = await owner.form({ page: { language: 'fr' } });
    await aSubmission(owner.app.api, form, { message: 'Bonjour', company: '<i>Acme</i>', nested: { a: 1 }, '=list': [1, 'b'] });
    await owner.sendDue();
    const [{ text, html }] = owner.mails as [(typeof owner.mails)[number]];
    expect(text).toContain(
      '\n\nHors des champs de ce formulaire\n\n  company\n    <i>Acme</i>\n\n  nested\n    {"a":1}\n\n  =list\n    1\n    b\n',
    );
    expect(text.indexOf('Bonjour')).toBeLessThan(text.indexOf('Hors des champs'));
    expect(html).toContain('&lt;i&gt;Acme&lt;/i&gt;');
  });

  it('of a form without fields shows everything', async () => {
    const form = await owner.form({}, { fields: [] });
    await aSubmission(owner.app.api, form, { email: 'ada@example.com' });
    await owner.sendDue();
    expect(owner.mails[0]!.text).toContain('\n\nNot fields of this form\n\n  email\n    ada@example.com\n');
  });

  it('is in the language of the form', async () => {
    const form = await owner.form({ page: { language: 'de' } }, { name: 'Kontakt für alle' });
    await aSubmission(owner.app.api, form, ADA);
    await owner.sendDue();
    const [mail] = owner.mails;
    expect(mail!.headers.get('subject')).toBe('Neue Einsendung: Kontakt für alle – ada@example.com');
    expect(mail!.html).toContain('lang="de"');
  });

  it('tells the time in the zone of the form, else in that of the account, and names the values that were not kept', async () => {
    const accounts = owner.app.app.get(AccountsService);
    await accounts.setTimeZone(owner.app.accountId, 'America/New_York');
    atEnd(() => accounts.setTimeZone(owner.app.accountId, null));
    const zones = { page: { time_zone: 'Asia/Kolkata' } };
    for (const [settings, zone] of [
      [{}, 'America/New_York'],
      [zones, 'Asia/Kolkata'],
    ] as const) {
      await owner.reset();
      const form = await owner.form(settings);
      const id = await aSubmission(owner.app.api, form, { ...ADA, ['n'.repeat(256)]: 1 });
      await owner.sendDue();
      const [row] = await owner.app.database.query<{ receivedAt: Date }>('select received_at from submissions where id = $1', [id]);
      const time = timeTextIn(row!.receivedAt, 'en', zone, { hour: '2-digit', hourCycle: 'h23' });
      expect(owner.mails[0]!.text).toContain(time);
      expect(owner.mails[0]!.text).toContain('Not kept');
      expect(owner.mails[0]!.text).toContain('n'.repeat(255));
    }
  });

  it('goes to all recipients of the form, else to the address of the account', async () => {
    const { accountId, key } = await owner.app.stranger();
    const api = owner.app.api.as(key);
    await owner.setEmail(accountId, 'account@example.com');
    const form = await owner.form({ notifications: { to: [] } }, {}, api);
    await aSubmission(api, form);
    await owner.sendDue();
    expect(owner.mails.at(-1)!.to).toEqual(['account@example.com']);
    await owner.configured(form, { notifications: { to: ['a@example.com', 'b@example.com'] } }, api);
    await owner.pass('2 minutes');
    await aSubmission(api, form);
    await owner.sendDue();
    expect(owner.mails.at(-1)!.to).toEqual(['a@example.com', 'b@example.com']);
  });

  it('tells how many submissions are quarantined, if it is the first of its form on a day', async () => {
    const form = await owner.form();
    const hold = () => aSubmission(owner.app.api, form, { ...ADA, _gotcha: 'x' });
    const HELD = /\b(\d+) submissions? that looks? like spam (is|are) held in quarantine\./;
    await hold();
    await hold();
    await owner.mailOn(form, `date_trunc('day', now(), 'UTC') - interval '1 millisecond'`);
    await aSubmission(owner.app.api, form, ADA);
    await owner.sendDue();
    expect(HELD.exec(owner.mails[0]!.text)?.[1]).toBe('2');
    expect(HELD.exec(owner.mails[0]!.html)?.[1]).toBe('2');
  });

  it.each([
    ['none is quarantined', 0, `now() - interval '2 days'`],
    ['there was a mail on that day', 1, `date_trunc('day', now(), 'UTC')`],
  ])('does not tell of the quarantine when %s', async (_, held, earlier) => {
    const form = await owner.form();
    if (held) await aSubmission(owner.app.api, form, { ...ADA, _gotcha: 'x' });
    await owner.mailOn(form, earlier);
    const submissionId = await aSubmission(owner.app.api, form, ADA);
    const claimed = [{ submissionId, attempts: 1 }];
    const mail = { id: randomUUID(), formId: form.id, accountId: owner.app.accountId, claimed };
    const { text, html } = (await owner.app.app.get(NotificationComposer).compose(mail))!;
    expect(text).toContain('ada@example.com');
    expect(`${text} ${html}`).not.toContain('quarantine');
  });

  it('is not written while notifications are off or nobody is to be notified', async () => {
    const [off, nobody] = [await owner.form({}, { notifications_enabled: false }), await owner.form({ notifications: { to: [] } })];
    for (const form of [off, nobody]) {
      const id = await aSubmission(owner.app.api, form);
      expect(await owner.delivery(form, id)).toBeUndefined();
    }
    await owner.sendDue();
    expect(owner.mails).toEqual([]);
  });

  it('that waits when notifications are switched off is given up', async () => {
    const form = await owner.form();
    const id = await aSubmission(owner.app.api, form);
    expect(await owner.delivery(form, id)).toMatchObject({ status: 'pending', delivered_at: null });
    await owner.app.database.query('update forms set notifications_enabled = false where id = $1', [form.id]);
    await owner.sendDue();
    expect(owner.mails).toEqual([]);
    expect(await owner.delivery(form, id)).toBeUndefined();
  });

  it('is also part of lists, and of a submission that is marked as read', async () => {
    const form = await owner.form();
    const id = await aSubmission(owner.app.api, form);
    await owner.sendDue();
    const [listed] = await storedIn(owner.app.api, form);
    expect(notificationIn(listed!)).toMatchObject({ status: 'delivered' });
    const marked = await owner.app.api.patch(`/v1/forms/${form.id}/submissions/${id}`, { read: true });
    expect(marked.body.data).toMatchObject({ deliveries: listed!.deliveries });
    await owner.app.api.delete(`/v1/forms/${form.id}/submissions/${id}`);
    const late = await owner.app.api.patch(`/v1/forms/${form.id}/submissions/${id}`, { read: true });
    expect(late.status).toBe(404);
  });
});

const HEADERS = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];

describe('several notifications of a form', () => {
  it('become one mail a minute, the first of which comes at once', async () => {
    const form = await owner.form({ notifications: { to: ['owner@example.com'], reply_to_field: 'email' } });
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      ids.push(await aSubmission(owner.app.api, form, { ...ADA, message: name }));
      await owner.sendDue();
      if (name === 'one') await owner.keepMinute();
    }
    expect(owner.mails.map(({ headers }) => headers.get('subject'))).toEqual(['New submission: Contact – ada@example.com']);
    expect((await owner.delivery(form, ids[2]!))!.status).toBe('pending');
    expect(await owner.waitsAfterMail(form)).toEqual([60, 60]);

    await owner.pass('1 hour 1 minute');
    await owner.sendDue();
    const [, digest] = owner.mails;
    expect(owner.mails).toHaveLength(2);
    expect(digest!.headers.get('subject')).toBe('2 new submissions: Contact – ada@example.com, ada@example.com');
    expect(digest!.headers.get('reply-to')).toBeUndefined();
    expect(digest!.text.indexOf('two')).toBeLessThan(digest!.text.indexOf('three'));
    for (const id of ids) expect(await owner.delivery(form, id)).toMatchObject({ status: 'delivered' });
  });

  it('that do not fit into a mail are counted, and fifty are shown', async () => {
    const form = await owner.form();
    for (let n = 0; n < 52; n += 1) await aSubmission(owner.app.api, form, { message: `number ${n}.` });
    await owner.sendDue();
    const [digest] = owner.mails;
    expect(owner.mails).toHaveLength(1);
    expect(digest!.headers.get('subject')).toBe('52 new submissions: Contact – number 0., number 1., number 2.');
    expect(digest!.text.match(/number \d+\./g)).toHaveLength(50);
    expect(digest!.text).toContain('2 more submissions are not shown in this mail.');
  });

  it('are sent by two workers without a second mail', async () => {
    const form = await owner.form();
    const sibling = await owner.app.sibling();
    const submitAndSend = () => Promise.all([aSubmission(owner.app.api, form), owner.sendDue(), owner.sendDue(sibling)]);
    await submitAndSend();
    await owner.sendDue();
    await owner.keepMinute();
    for (let n = 0; n < 9; n += 1) await submitAndSend();
    await owner.sendDue();
    expect(owner.mails).toHaveLength(1);
    await sibling.close();
  });

  it('of another form are not held up', async () => {
    const [form, other] = [await owner.form(), await owner.form({}, { name: 'Other' })];
    for (const each of [form, form, other]) {
      await aSubmission(owner.app.api, each);
      await owner.sendDue();
      await owner.keepMinute();
    }
    expect(owner.mails.map(({ headers }) => headers.get('subject'))).toEqual([
      'New submission: Contact – ada@example.com',
      'New submission: Other – ada@example.com',
    ]);
  });
});

describe('the limit of mails', () => {
  it('is that of the plan, over all forms of the account', async () => {
    const { accountId, key } = await owner.app.stranger('pro');
    const api = owner.app.api.as(key);
    const forms = [await owner.form({}, {}, api), await owner.form({}, {}, api)];
    await owner.app.database.query(
      `insert into notification_mails select gen_random_uuid(), $1, gen_random_uuid(), now() - n * interval '30 seconds' from generate_series(2, 100) n`,
      [accountId],
    );
    const ids = [await aSubmission(api, forms[0]!), await aSubmission(api, forms[1]!)];
    await owner.sendDue();
    expect(owner.mails).toHaveLength(1);
    expect((await owner.delivery(forms[1]!, ids[1]!, api))!.status).toBe('pending');
    await owner.pass('11 minutes'); // the oldest is 50 minutes old
    await owner.sendDue();
    expect(owner.mails).toHaveLength(2);
  });

  it('does not hold up other accounts', async () => {
    const form = await owner.form();
    await aSubmission(owner.app.api, form);
    await owner.sendDue();
    expect(owner.mails).toHaveLength(1);
  });

  it('stays when submissions and forms are deleted', async () => {
    const { accountId, key } = await owner.app.stranger('pro');
    const api = owner.app.api.as(key);
    await owner.app.database.query(`update plans set mails_per_hour = 1 where name = 'pro'`);
    const form = await owner.form({}, {}, api);
    await aSubmission(api, form);
    await owner.sendDue();
    await owner.app.database.query('delete from forms where id = $1', [form.id]);
    await aSubmission(api, await owner.form({}, {}, api));
    await owner.sendDue();
    expect(owner.mails).toHaveLength(1);
    await owner.app.database.query(`update plans set mails_per_hour = 100 where name = 'pro'`);
    expect(await owner.app.database.query('select from notification_mails where account_id = $1', [accountId])).toHaveLength(1);
  });
});

describe('a mail server that', () => {
  it('is busy gets the mail later, by the schedule of deliveries', async () => {
    const form = await owner.form();
    owner.smtp.decides = () => 451;
    const id = await aSubmission(owner.app.api, form);
    await owner.sendDue();
    expect(await owner.delivery(form, id)).toMatchObject({ status: 'retrying', error_code: 'rejected_recipient' });
    const [{ seconds }] = (await owner.app.database.query<{ seconds: number }>(
      'select extract(epoch from due_at - now())::float8 as seconds from notifications where submission_id = $1',
      [id],
    )) as [{ seconds: number }];
    expect(seconds).toBeLessThanOrEqual(6);
    owner.acceptAll();
    await owner.pass('6 seconds');
    await owner.sendDue();
    expect(owner.mails).toHaveLength(1);
    expect(await owner.delivery(form, id)).toMatchObject({ status: 'delivered', error_code: null });
  });

  it('stays away fails the notification after eight attempts', async () => {
    const form = await owner.form();
    owner.smtp.refuses = () => 450;
    const id = await aSubmission(owner.app.api, form);
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await owner.sendDue();
      await owner.pass('12 hours');
    }
    expect(await owner.delivery(form, id)).toMatchObject({ status: 'failed', error_code: 'rejected_recipient' });
    owner.acceptAll();
    await owner.sendDue();
    expect(owner.mails).toEqual([]);
  });

  it('refuses the recipient for good fails it at once', async () => {
    const form = await owner.form();
    owner.smtp.refuses = () => 550;
    const id = await aSubmission(owner.app.api, form);
    await owner.sendDue();
    expect(await owner.delivery(form, id)).toMatchObject({ status: 'failed', error_code: 'rejected_recipient' });
  });

  it('refuses one of two recipients has the mail, and the code tells it', async () => {
    const form = await owner.form({ notifications: { to: ['gone@example.com', 'owner@example.com'] } });
    owner.smtp.refuses = (address) => (address.startsWith('gone') ? 550 : null);
    const id = await aSubmission(owner.app.api, form);
    await owner.sendDue();
    expect(owner.mails.map(({ to }) => to)).toEqual([['owner@example.com']]);
    expect(await owner.delivery(form, id)).toMatchObject({ status: 'delivered', error_code: 'rejected_recipient' });
  });

  it('hangs up after the content leaves it uncertain, and it is not repeated', async () => {
    const form = await owner.form();
    owner.smtp.decides = () => {
      owner.smtp.hangUp();
      return null;
    };
    const id = await aSubmission(owner.app.api, form);
    await owner.sendDue();
    expect(await owner.delivery(form, id)).toMatchObject({ status: 'uncertain', delivered_at: null });
    await owner.pass('1 day');
    await owner.sendDue();
    expect(owner.mails).toHaveLength(1);
  });

  it('is not configured fails it', async () => {
    const form = await owner.form();
    const sibling = await owner.app.sibling({ smtpUrl: null });
    const id = await aSubmission(owner.app.api, form);
    await owner.sendDue(sibling);
    expect(await owner.delivery(form, id)).toMatchObject({ status: 'failed', error_code: 'smtp_not_configured' });
    await sibling.close();
  });
});

describe('a worker that', () => {
  /** Begins to send and lets the mail server wait with its reply; resolves when the content has arrived. */
  async function aHangingMail(sender: Pick<Instance, 'app'>): Promise<() => void> {
    const gate = aGate();
    let isReceived = false;
    owner.smtp.decides = async () => {
      isReceived = true;
      await gate.opened;
      return null;
    };
    await sender.app.get(NotificationDispatcher).dispatch();
    await waitUntil(() => isReceived);
    atEnd(() => gate.open());
    return () => gate.open();
  }

  it('crashed before the content was sent is replaced by another one', async () => {
    const form = await owner.form();
    const id = await aSubmission(owner.app.api, form);
    await owner.app.database.query(
      `update notifications set status = 'claimed', mail_id = gen_random_uuid(), attempts = 1 where submission_id = $1`,
      [id],
    );
    await owner.sendDue();
    expect(owner.mails).toHaveLength(1);
    expect(await owner.delivery(form, id)).toMatchObject({ status: 'delivered' });
  });

  it('crashed while the content was sent leaves it uncertain, until the worker turns out to be alive', async () => {
    const form = await owner.form();
    const id = await aSubmission(owner.app.api, form);
    const sibling = await owner.app.sibling();
    const open = await aHangingMail(sibling);
    await owner.pass('3 minutes');
    await owner.sendDue();
    expect(await owner.delivery(form, id)).toMatchObject({ status: 'uncertain', error_code: 'no_response' });
    open();
    await sibling.app.get(NotificationDispatcher).idle();
    expect(await owner.delivery(form, id)).toMatchObject({ status: 'delivered', error_code: null });
    expect(owner.mails).toHaveLength(1);
    await sibling.close();
  });

  it('runs sends as soon as something arrives, and finishes its mail before it stops', async () => {
    const form = await owner.form();
    const gate = aGate();
    let isReceived = false;
    owner.smtp.decides = async () => {
      isReceived = true;
      await gate.opened;
      return null;
    };
    const sibling = await owner.app.sibling();
    startWorker(sibling);
    const id = await aSubmission(owner.app.api, form);
    await waitUntil(() => isReceived);
    const stopped = stopWorker(sibling);
    gate.open();
    await stopped;
    expect(await owner.delivery(form, id)).toMatchObject({ status: 'delivered' });
    await sibling.close();
  });

  it('meets a suspended account lets its notifications wait', async () => {
    const { accountId, key } = await owner.app.stranger();
    const api = owner.app.api.as(key);
    const form = await owner.form({}, {}, api);
    await aSubmission(api, form);
    await owner.app.database.query('update accounts set suspended_at = now() where id = $1', [accountId]);
    await owner.app.app.get(NotificationDispatcher).dispatch();
    expect(owner.mails).toEqual([]);
    await owner.app.database.query('update accounts set suspended_at = null where id = $1', [accountId]);
    await owner.sendDue();
    expect(owner.mails).toHaveLength(1);
  });
});
