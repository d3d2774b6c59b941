import { AccountSecretsService } from '../../../src/accounts/account-secrets.service';
import { AccountsService } from '../../../src/accounts/accounts.service';
import { NotificationsRepository } from '../../../src/notifications/notifications.repository';
import type { StartedRunView } from '../../../src/workflows/runs/api/started-run-view.dto';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { anEnabledForm, aSubmission } from '../../support/forms';
import { Receiver } from '../../support/receiver';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { aPublishedForm, aRun, aRunOf, aTest, RunHandle, startRunningApp } from '../../support/runs';
import { aDefinition, aDraft, aFanOut, aNode, START, STORE } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
let smtp: SmtpReceiver;
beforeAll(async () => {
  [receiver, smtp] = await Promise.all([Receiver.start(), SmtpReceiver.start()]);
  app = await startRunningApp({ smtpUrl: smtp.url, mailFrom: 'Forms <forms@example.org>' });
});
afterAll(async () => {
  await app.close();
  await Promise.all([receiver.close(), smtp.close()]);
});
beforeEach(() => {
  receiver.reset();
  smtp.mails.length = 0;
  smtp.refuses = () => null;
  smtp.decides = () => null;
});

const HOSTILE = { name: '<!everyone> *Ada* & <https://evil.example|link>', email: 'ada@example.com' };

describe.each(['slack', 'discord'])('%s', (type) => {
  const chat = (config: object = {}) => aNode('chat', type, { url: receiver.url('/services/T0/B0'), ...config });

  it('gets an unsigned POST', async () => {
    const run = await aRun(app, aFanOut(chat({ text: 'New: {{ fields.name }}' })), { name: 'Ada' });
    await run.reach('succeeded');
    const [{ method, path, headers, body } = { body: '' }] = receiver.requests;
    const message = type === 'slack' ? { text: 'New: Ada' } : { content: 'New: Ada', allowed_mentions: { parse: [] } };
    expect({ method, path, message: JSON.parse(body) }).toEqual({ method: 'POST', path: '/services/T0/B0', message });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'form-collection-service' });
    expect(Object.keys(headers!).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  });

  it('lists all fields when the node has no text', async () => {
    const run = await aRun(app, aFanOut(chat()), { name: 'Ada', budget: 3 });
    await run.reach('succeeded');
    expect(receiver.requests[0]!.body).toContain(String.raw`New submission: Contact\nname: Ada\nbudget: 3`);
  });

  it('may have its address in a secret, which is never shown', async () => {
    await app.app.get(AccountSecretsService).set(app.accountId, 'CHAT_URL', receiver.url('/services/canary'));
    const run = await aRun(app, aFanOut(chat({ url: '{{ secrets.CHAT_URL }}' })));
    await run.reach('succeeded');
    expect(receiver.requests[0]!.path).toBe('/services/canary');
    expect((await run.step('chat')).output).toMatchObject({ request: { url: '***' }, status: 200 });
  });
});

describe('a name beyond ASCII', () => {
  it.each(['Zoë', '漢字', '😀'])('such as %s reaches chats and every part of an e-mail', async (name) => {
    const text = 'New: {{ fields.name }}';
    const mail = { to: ['sales@example.org'], subject: text, body_text: text, reply_to: '{{ fields.email }}' };
    const run = await aRun(
      app,
      aFanOut(
        aNode('slack', 'slack', { url: receiver.url('/slack'), text }),
        aNode('discord', 'discord', { url: receiver.url('/discord'), text }),
        aNode('mail', 'email', mail),
      ),
      { name, email: 'zoë@exämple.org' },
    );
    await run.reach('succeeded');
    expect(JSON.parse(receiver.to('/slack')[0]!.body)).toMatchObject({ text: `New: ${name}` });
    expect(JSON.parse(receiver.to('/discord')[0]!.body)).toMatchObject({ content: `New: ${name}` });
    const { content } = smtp.mails[0]!;
    expect(subjectOf(content)).toBe(`New: ${name}`);
    expect(content).toMatch(/^Reply-To: zoë@exämple\.org/m);
  });

  it('is delivered as a recipient', async () => {
    const run = await aRun(app, aFanOut(aNode('mail', 'email', { to: ['zoë@exämple.org'], subject: 'Hi' })));
    await run.reach('succeeded');
    expect(smtp.mails).toHaveLength(1);
  });
});

/** The subject of a message, decoded from one encoded word with the encoding Q (RFC 2047). */
function subjectOf(content: string): string {
  const [, word = ''] = /^Subject: =\?UTF-8\?Q\?(.*)\?=/m.exec(content) ?? [];
  return decodeURIComponent(word.replaceAll('_', ' ').replaceAll('=', '%'));
}

describe('a chat message', () => {
  it('escapes mentions and links from submissions in Slack', async () => {
    const node = aNode('chat', 'slack', { url: receiver.url(), text: '{{ fields.name }}' });
    await (await aRun(app, aFanOut(node), HOSTILE)).reach('succeeded');
    const { text } = JSON.parse(receiver.requests[0]!.body);
    expect(text).not.toMatch(/[<>]/);
    expect(text).toContain('&lt;!everyone&gt;');
  });

  it.each([
    ['slack', 4000, 'text'],
    ['discord', 2000, 'content'],
  ])('to %s is truncated to %i characters, with a warning in the step', async (type, length, member) => {
    const node = aNode('chat', type, { url: receiver.url(), text: '{{ fields.name }}' });
    const run = await aRun(app, aFanOut(node), { name: '🦊'.repeat(4100) });
    await run.reach('succeeded');
    expect([...JSON.parse(receiver.requests[0]!.body)[member]]).toHaveLength(length);
    expect((await run.step('chat')).output).toMatchObject({
      warnings: [`The message was truncated to ${length} characters.`],
    });
  });
});

describe('an e-mail', () => {
  const mail = (config: object = {}) => aNode('mail', 'email', { to: ['sales@example.com'], subject: 'New lead', ...config });

  it('goes to its recipients, with the sender of the operator and a unique message id', async () => {
    const node = mail({
      to: ['sales@example.com', 'boss@example.com'],
      subject: 'New lead {{ fields.name }}',
      reply_to: '{{ fields.email }}',
      body_text: 'Budget: {{ fields.budget }}',
      body_html: '<p>{{ fields.name }}</p>',
    });
    const run = await aRun(app, aFanOut(node), { name: '<Ada>', email: 'ada@example.com', budget: 12 });
    await run.reach('succeeded');
    expect(smtp.mails).toHaveLength(1);
    const [{ to, content }] = smtp.mails as [(typeof smtp.mails)[number]];
    expect(to).toEqual(['sales@example.com', 'boss@example.com']);
    const headers = content.split('\r\n\r\n')[0]!.replace(/\r\n\s+/g, ' ');
    expect(headers).toMatch(/^From: Forms <forms@example.org>$/m);
    expect(headers).toMatch(/^Reply-To: ada@example.com$/m);
    expect(headers).toMatch(/^Subject: New lead <Ada>$/m);
    expect(headers).toMatch(/^Message-ID: <msg_[0-9a-f]{32}@example\.org>$/m);
    expect(content).toContain('Budget: 12');
    expect(content).toContain('<p>&lt;Ada&gt;</p>');
  });

  it('lists all fields when the node has no body', async () => {
    await (await aRun(app, aFanOut(mail()), { name: 'Ada', budget: 3 })).reach('succeeded');
    expect(smtp.mails[0]!.content).toContain('name: Ada\r\nbudget: 3');
  });

  it('gets no further header or recipient from submitted values', async () => {
    const node = mail({ subject: 'Lead {{ fields.name }}', reply_to: '{{ fields.email }}' });
    const fields = { name: 'x\r\nBcc: evil@example.com', email: 'a@example.com,evil@example.com' };
    await (await aRun(app, aFanOut(node), fields)).reach('succeeded');
    const [{ to, content }] = smtp.mails as [(typeof smtp.mails)[number]];
    expect(to).toEqual(['sales@example.com']);
    const [headers] = content.split('\r\n\r\n');
    expect(headers).not.toMatch(/^(Bcc|Reply-To):/m);
    expect(headers).toMatch(/^Subject: Lead x Bcc: evil@example\.com/m);
  });

  it('that reaches some of its recipients is delivered, and the step counts the refused ones', async () => {
    smtp.refuses = (address) => (address.startsWith('gone') ? 550 : null);
    const run = await aRun(app, aFanOut(mail({ to: ['gone@example.com', 'sales@example.com'] })));
    await run.reach('succeeded');
    expect((await run.step('mail')).output).toMatchObject({ rejected_recipients: 1 });
  });

  it('that is refused for good by the server fails permanently, at no cost', async () => {
    smtp.refuses = () => 550;
    const run = await aRun(app, aFanOut(mail()));
    expect(await run.reach('failed')).toMatchObject({ error_code: 'rejected_recipient', consumed_compute_points: 0 });
    expect(smtp.mails).toEqual([]);
  });

  it('that is refused temporarily is retried with the same message id', async () => {
    const ids: (string | undefined)[] = [];
    smtp.decides = (content) => {
      ids.push(/^Message-ID: (.*)$/im.exec(content)?.[1]);
      return ids.length === 1 ? 451 : null;
    };
    const run = await aRun(app, aFanOut(mail()));
    expect(await run.reachStep('mail', 'waiting')).toMatchObject({
      attempt_count: 1,
      error_code: 'rejected_recipient',
    });
    await run.makeDue();
    expect(await run.reach('succeeded')).toMatchObject({ consumed_compute_points: 2 });
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(ids[0]).toBeDefined();
  });

  it('shows neither its texts nor its answer in the step', async () => {
    const run = await aRun(app, aFanOut(mail({ body_text: 'The code is {{ fields.name }}' })), { name: 'canary-name' });
    await run.reach('succeeded');
    expect((await run.step('mail')).output).toEqual({
      request: { channel: 'mail', to: ['sales@example.com'], subject: 'New lead' },
      rejected_recipients: 0,
    });
  });
});

describe('a test that sends a mail', () => {
  const mail = aNode('mail', 'email', { to: ['{{ fields.email }}'], subject: 'Hello {{ fields.name }}', reply_to: 'sales@example.com' });
  const others = [
    aNode('chat', 'slack', { url: 'https://slack.example.com/x' }),
    aNode('copy', 'email', { to: ['a@example.com'], subject: 'Copy' }),
  ];
  const sampled = { source: 'sample', send_mail: 'mail' };
  const failing = ({ id }: { id: string }) =>
    app.database.query('select 1 from failing_destinations c join workflows w on w.id = c.workflow_id where w.form_id = $1', [id]);
  const needingAttention = async () =>
    (await app.api.get<{ id: string }[]>('/v1/workflow-runs?attention=true')).body.data.map(({ id }) => id);
  const aForm = (api = app.api) =>
    anEnabledForm(api, {
      fields: [
        { name: 'name', type: 'string' },
        { name: 'email', type: 'string', validation: 'email' },
      ],
    });
  const owner = (address: string | null) => app.app.get(AccountsService).setNotifyEmail(app.accountId, address);
  beforeAll(() => owner('owner@example.org'));

  it('sends it as the step has made it, to the account alone, and with a mark; everything else is rendered', async () => {
    const form = await aForm();
    await aSubmission(app.api, form, { name: 'Ada', email: 'ada@example.com' });
    const ifMatch = await aDraft(app.api, form, aFanOut(mail, ...others));
    const post = () => app.api.post<StartedRunView>(`/v1/forms/${form.id}/workflow/test`, body, { ifMatch, idempotencyKey: 'once' });
    const body = { source: 'recent_submission', send_mail: 'mail' };
    const { body: started } = await post();
    expect(started.data).toMatchObject({ deliveries_enabled: true });
    const run = new RunHandle(app, form, started.data.run_id);
    await run.reach('succeeded');
    expect((await post()).body.data).toEqual(started.data);
    expect(smtp.mails.map(({ to }) => to)).toEqual([['owner@example.org']]);
    expect(smtp.mails[0]!.content).toMatch(/^Subject: \[Test\] Hello Ada\r$/m);
    expect(smtp.mails[0]!.content).toMatch(/^Reply-To: sales@example\.com\r$/m);
    expect(await run.step('mail')).toMatchObject({
      status: 'succeeded',
      billed_compute_points: 0,
      output: {
        request: { channel: 'mail', to: ['ada@example.com'], subject: 'Hello Ada', text: expect.stringContaining('name: Ada') },
        sent_to: 'owner@example.org',
      },
    });
    for (const id of ['chat', 'copy']) expect((await run.step(id)).output).toMatchObject({ dry_run: true });
  });

  it('makes one attempt, and is nothing that needs attention or disables the step', async () => {
    smtp.decides = () => 451;
    const run = await aTest(app, aFanOut(mail), sampled, await aForm());
    expect(await run.reach('failed')).toMatchObject({ error_code: 'rejected_recipient' });
    expect(await run.step('mail')).toMatchObject({ attempt_count: 1, output: { sent_to: 'owner@example.org' } });
    expect(await needingAttention()).not.toContain(run.id);
    expect(await failing(run.form)).toEqual([]);
  });

  it('sends nothing for a template that breaks or a branch that is not taken, and its retry sends nothing at all', async () => {
    const never = aNode('if', 'filter', { where: { field: 'name', op: 'eq', value: 'never' } });
    const skipped = await aTest(app, aDefinition([START, never, mail], 'start>if', 'if>mail'), sampled, await aForm());
    await skipped.reach('succeeded');
    expect(await skipped.statuses()).toMatchObject({ mail: 'skipped' });
    const loop = `{% assign l = "${'x,'.repeat(100)}" | split: "," %}${'{% for a in l %}'.repeat(4)}x${'{% endfor %}'.repeat(4)}`;
    const endless = aNode('mail', 'email', { to: ['{{ fields.email }}'], subject: loop });
    const broken = await aTest(app, aFanOut(endless), sampled, await aForm());
    await broken.reach('failed');
    const { body } = await broken.retry();
    await new RunHandle(app, broken.form, body.data.run_id).reach('failed');
    expect(smtp.mails).toEqual([]);
  });

  const testsOf = (api: TestApp['api'], forms: readonly { id: string }[], times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, index) =>
        api.post(`/v1/forms/${forms[index % forms.length]!.id}/workflow/test`, sampled, { ifMatch: '*' }),
      ),
    );
  const strangerWithMails = async (plan: string) => {
    const { accountId, key } = await app.stranger(plan);
    await app.app.get(AccountsService).setNotifyEmail(accountId, 'owner@example.org');
    const api = app.api.as(key);
    const forms = [await aForm(api), await aForm(api)];
    const never = aNode('if', 'filter', { where: { field: 'name', op: 'eq', value: 'never' } });
    for (const form of forms) await aDraft(api, form, aDefinition([START, never, mail], 'start>if', 'if>mail'));
    return { accountId, api, forms };
  };

  it('is refused after ten of an account in an hour, over all its forms and exactly, when they begin at once', async () => {
    const { accountId, api, forms } = await strangerWithMails('self_hosted');
    const answers = await testsOf(api, forms, 14);
    const refused = answers.filter(({ status }) => status !== 202);
    expect(refused).toHaveLength(4);
    for (const answer of refused) {
      expectError(answer, 'rate_limit_exceeded');
      expect(answer.body.error!.details).toEqual({ bucket: 'test_mails', retry_after: Number(answer.headers['retry-after']) });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_000);
    }
    expect((await api.post(`/v1/forms/${forms[0]!.id}/workflow/test`, { source: 'sample' }, { ifMatch: '*' })).status).toBe(202);
    await app.database.query(`update notification_mails set sent_at = sent_at - interval '1 hour' where account_id = $1`, [accountId]);
    expect((await testsOf(api, forms, 1))[0]!.status).toBe(202);
  });

  it('counts among the mails that the plan allows in an hour, and delays no notification of the form otherwise', async () => {
    const { accountId, api, forms } = await strangerWithMails('business');
    await app.database.query(
      `insert into notification_mails (id, account_id, form_id, sent_at)
        select gen_random_uuid(), $1, gen_random_uuid(), now() - interval '5 minutes' from generate_series(1, 99)`,
      [accountId],
    );
    const [first, second] = [await testsOf(api, forms, 1), await testsOf(api, forms, 1)];
    expect(first[0]!.status).toBe(202);
    expectError(second[0]!, 'rate_limit_exceeded');
    expect(second[0]!.body.error!.details).toMatchObject({ bucket: 'mails' });
    expect(await app.app.get(NotificationsRepository).nextMailAt({ formId: forms[0]!.id, accountId, mailsPerHour: 101 })).toBeNull();
  });

  it('is refused for what is no mail of the draft, and without an address of the account', async () => {
    const form = await aForm();
    const off = aNode('off', 'email', { to: ['a@example.com'], subject: 'Hi' }, { disabled: true });
    await aDraft(app.api, form, aFanOut(mail, off, others[0]!));
    const post = (send_mail: unknown) =>
      app.api.post(`/v1/forms/${form.id}/workflow/test`, { source: 'sample', send_mail }, { ifMatch: '*' });
    for (const other of ['chat', 'off', 'nowhere', '', 7, null, ['mail']]) expectFieldErrors(await post(other), 'send_mail');
    await owner(null);
    expectError(await post('mail'), 'no_account_address');
    await owner('owner@example.org');
    expect(smtp.mails).toEqual([]);
  });
});

describe('a mail server without SMTPUTF8', () => {
  let other: TestApp;
  let old: SmtpReceiver;
  beforeAll(async () => {
    old = await SmtpReceiver.start({ offersUtf8: false });
    other = await startRunningApp({ smtpUrl: old.url, mailFrom: 'Forms <forms@example.org>' });
  });
  beforeEach(() => void (old.mails.length = 0));
  afterAll(async () => {
    await other.close();
    await old.close();
  });

  const reply = { to: ['sales@example.com'], subject: 'New lead', reply_to: '{{ fields.email }}' };

  it.each([
    ['zoë@exämple.org', undefined, 'Reply to: zo=C3=AB@ex=C3=A4mple.org'],
    ['ada@exämple.org', 'ada@xn--exmple-cua.org', ''],
    ['ada@b\u00adücher.example\u202c\u2060', 'ada@xn--bcher-kva.example', ''],
  ])('gets the mail of a step that is answered to %j', async (email, header, line) => {
    const node = aNode('mail', 'email', { ...reply, body_text: 'Hello', body_html: '<p>Hello</p>' });
    await (await aRun(other, aFanOut(node), { email })).reach('succeeded');
    const [{ content }] = old.mails as [(typeof old.mails)[number]];
    expect(/^Reply-To: (.*)\r$/m.exec(content)?.[1]).toBe(header);
    expect(content.split(line)).toHaveLength(line === '' ? content.length : 3);
  });

  it('gets no mail for a recipient whom it cannot know', async () => {
    const node = aNode('mail', 'email', { to: ['zoë@exämple.org', 'sales@example.com'], subject: 'Hi' });
    const run = await aRun(other, aFanOut(node));
    await run.reach('succeeded');
    expect(old.mails).toMatchObject([{ to: ['sales@example.com'] }]);
    expect((await run.step('mail')).output).toMatchObject({ rejected_recipients: 1 });
  });
});

describe('without a mail server', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startRunningApp();
  });
  afterAll(() => other.close());

  it('a test that is to send a mail is refused', async () => {
    const form = await anEnabledForm(other.api);
    await aDraft(other.api, form, aFanOut(aNode('mail', 'email', { to: ['sales@example.com'], subject: 'New lead' })));
    const body = { source: 'sample', send_mail: 'mail' };
    expectError(await other.api.post(`/v1/forms/${form.id}/workflow/test`, body, { ifMatch: '*' }), 'mail_not_configured');
  });

  it('an e-mail fails at once with a reason, and other destinations are delivered', async () => {
    const mail = aNode('mail', 'email', { to: ['sales@example.com'], subject: 'New lead' });
    const run = await aRun(other, aFanOut(mail, STORE));
    expect(await run.reach('partially_failed')).toMatchObject({ error_code: 'smtp_not_configured' });
    expect(await run.step('mail')).toMatchObject({ status: 'failed', attempt_count: 1, billed_compute_points: 0 });
  });

  it('the e-mails of successive runs fail without waiting for a connection', async () => {
    const form = await aPublishedForm(other, aFanOut(aNode('mail', 'email', { to: ['a@example.com'], subject: 'New lead' })));
    const runs = await Promise.all(Array.from({ length: 12 }, () => aRunOf(other, form)));
    await Promise.all(runs.map((run) => run.reach('failed')));
  });
});

describe('an unreachable mail server', () => {
  let other: TestApp;
  beforeAll(async () => {
    const gone = await SmtpReceiver.start();
    other = await startRunningApp({ smtpUrl: gone.url, mailFrom: 'forms@example.org' });
    await gone.close();
  });
  afterAll(() => other.close());

  it('is retried', async () => {
    const run = await aRun(other, aFanOut(aNode('mail', 'email', { to: ['sales@example.com'], subject: 'New lead' })));
    expect(await run.reachStep('mail', 'waiting')).toMatchObject({
      attempt_count: 1,
      error_code: 'connection_refused',
    });
  });
});
