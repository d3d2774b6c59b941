import { AccountsService } from '../../../src/accounts/accounts.service';
import type { DeliveryView } from '../../../src/submissions/submission-view.dto';
import type { Definition } from '../../../src/workflows/model/definition.types';
import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { anEnabledForm, aSubmission, type CreatedForm, setSettings } from '../../support/forms';
import { readMail } from '../../support/read-mail';
import { aRunOf, listRuns, RunHandle, startRunningApp } from '../../support/runs';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { waitUntil } from '../../support/wait-until';
import { aDefinition, aDraft, aFanOut, aNode, aVersion, readWorkflow, START, workflowPath } from '../../support/workflows';

let app: TestApp;
let smtp: SmtpReceiver;
beforeAll(async () => {
  smtp = await SmtpReceiver.start();
  app = await startRunningApp({ smtpUrl: smtp.url, mailFrom: 'Forms <forms@example.org>' });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.mails.length = 0;
  smtp.refuses = () => null;
  smtp.decides = () => null;
});

const FIELDS = [
  { name: 'name', type: 'string', label: 'Your name' },
  { name: 'email', type: 'string', validation: 'email' },
];
const aForm = (members: object = {}) => anEnabledForm(app.api, { fields: FIELDS, ...members });
const thanks = (config: object = {}) =>
  aNode('thanks', 'email', {
    to: ['{{ fields.email }}'],
    subject: 'Thank you, {{ fields.name }}',
    body_text: 'We got it, {{ fields.name }}.',
    ...config,
  });
const publishedForm = async (definition: Definition = aFanOut(thanks()), members: object = {}): Promise<CreatedForm> => {
  const form = await aForm(members);
  await aVersion(app.api, form, definition);
  return form;
};
let visitors = 0;
const someone = (): string => `visitor-${(visitors += 1)}@example.com`;

/** Publishes what could be published before mails to visitors had rules. */
async function olderVersion(form: { id: string }, definition: Definition): Promise<void> {
  await aVersion(app.api, form, aFanOut(aNode('old', 'email', { to: ['sales@example.com'], subject: 'Hi' })));
  const values = [form.id, JSON.stringify(definition)];
  await app.database.query('alter table workflow_versions disable trigger user');
  await app.database.query(
    'update workflow_versions v set definition = $2 from workflows w where w.id = v.workflow_id and w.form_id = $1',
    values,
  );
  await app.database.query('alter table workflow_versions enable trigger user');
}

async function runOf(form: { id: string }, submissionId: string): Promise<RunHandle> {
  const [run] = await listRuns(app, form, `submission_id=${submissionId}`);
  return new RunHandle(app, form, run!.id, submissionId);
}

const deliveryOf = async ({ form, submissionId }: RunHandle, node = 'thanks'): Promise<DeliveryView> => {
  const answer = await app.api.get<{ deliveries: DeliveryView[] }>(`/v1/forms/${form.id}/submissions/${submissionId}`);
  return answer.body.data.deliveries.find(({ node_id: id }) => id === node)!;
};
const needingAttention = async (): Promise<string[]> =>
  (await app.api.get<{ id: string }[]>('/v1/workflow-runs?attention=true')).body.data.map(({ id }) => id);

describe('publishing', () => {
  it('refuses recipients that anybody could enter, and a copy of what programs can submit', async () => {
    const form = await aForm();
    const publish = async (config: object) => {
      await aDraft(app.api, form, aFanOut(thanks(config)));
      return app.api.post(`${workflowPath(form)}/publish`, undefined, { ifMatch: '*' });
    };
    const codesOf = (answer: Awaited<ReturnType<typeof publish>>) => {
      expectError(answer, 'workflow_validation_failed');
      return (answer.body.error!.details as { items: { code: string; node_id: string; path: string }[] }).items;
    };
    for (const to of [['{{ fields.name }}'], ['{{ fields.email }}', 'sales@example.com'], ['x{{ fields.email }}']])
      expect(codesOf(await publish({ to }))).toMatchObject([{ code: 'untrusted_recipient', node_id: 'thanks', path: 'config.to' }]);
    const copying = { body_text: '{{ submission.copy }}' };
    expect(codesOf(await publish(copying))).toMatchObject([{ code: 'copy_not_allowed', path: 'config.body_text' }]);
    await setSettings(app.api, form, { spam: { proof_of_work: 'require' } });
    expect((await publish(copying)).status).toBe(201);
    expect((await readWorkflow(app.api, form)).warnings).toBeUndefined();
    await setSettings(app.api, form, { spam: { proof_of_work: 'off' } });
    expect((await readWorkflow(app.api, form)).warnings).toEqual([expect.stringContaining('leaves out submission.copy')]);
  });

  it('is not asked again of a version from before, which is named and goes on within the limits', async () => {
    const form = await aForm();
    await olderVersion(form, aFanOut(thanks({ to: ['{{ fields.email }}', '{{ fields.name }}', 'sales@example.com'] })));
    expect((await readWorkflow(app.api, form)).warnings).toEqual([expect.stringMatching(/^Version 1: thanks goes to addresses/)]);
    const [one, two] = [someone(), someone()];
    for (let count = 0; count < 4; count += 1) await (await aRunOf(app, form, { name: two, email: one })).reach('succeeded');
    expect(smtp.mails.map(({ to }) => to)).toEqual([
      ...Array.from({ length: 3 }, () => ['sales@example.com', one, two]),
      ['sales@example.com'],
    ]);
    expect(smtp.mails[0]!.content).not.toMatch(/^List-/im);
  });
});

describe('a mail to a visitor', () => {
  it('has the headers of an automatic answer, the title as its sender, and the one who is told as its reply address', async () => {
    const form = await publishedForm();
    await setSettings(app.api, form, { page: { title: 'Ask us' }, notifications: { to: ['office@example.com'] } });
    await app.api.patch(`/v1/forms/${form.id}`, { notifications_enabled: true }, { ifMatch: '*' });
    const address = someone();
    const run = await aRunOf(app, form, { name: 'Ada', email: address });
    await run.reach('succeeded');
    const mail = smtp.mails.find(({ to }) => to.includes(address))!;
    const headers = mail.content.split('\r\n\r\n')[0]!.replace(/\r\n\s+/g, ' ');
    expect(headers).toMatch(/^From: Ask us <forms@example\.org>$/m);
    expect(headers).toMatch(/^Reply-To: office@example\.com$/m);
    expect(headers).toMatch(/^Auto-Submitted: auto-replied$/m);
    expect(headers).toMatch(/^X-Auto-Response-Suppress: All$/m);
    expect(headers).toMatch(/^List-Unsubscribe: <http.+>$/m);
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(headers).toMatch(/^Message-ID: <msg_[0-9a-f]{32}@example\.org>$/m);
    expect(await deliveryOf(run)).toMatchObject({ status: 'delivered', error_code: null });
    await waitUntil(() => smtp.mails.some(({ to }) => to.includes('office@example.com'))); // else it comes during the next test
  });

  it('carries no spam and no header from values', async () => {
    const everywhere = { subject: '{{ fields.name }}', body_text: '{{ all_fields }} {{ fields }}', body_html: '<p>{{ fields.name }}</p>' };
    const form = await publishedForm(aFanOut(thanks(everywhere)));
    for (const name of ['Buy at evil.com', 'https://evil.com', 'x\r\nBcc: evil@example.com', 'evil\u200b.com', 'e'.repeat(100)])
      await (await aRunOf(app, form, { name, email: someone() })).reach('succeeded');
    expect(smtp.mails).toHaveLength(5);
    for (const { to, content } of smtp.mails) {
      expect(to).toHaveLength(1);
      expect(content).not.toMatch(/evil|^Bcc/m);
      expect(content).not.toContain('e'.repeat(90));
      expect(readMail({ to, content }).headers.get('subject')).toMatch(/^(?:…|x Bcc: …|e{79}…)$/);
    }
  });

  it('repeats all that was submitted while the form asks for a proof, and leaves it out later', async () => {
    const form = await aForm();
    await setSettings(app.api, form, { spam: { proof_of_work: 'require' } });
    await aVersion(app.api, form, aFanOut(thanks({ body_text: 'You sent:\n{{ submission.copy }}' })));
    const test = async () => {
      const body = { source: 'manual', fields: { email: someone(), name: 'see https://shop.example' } };
      const answer = await app.api.post<{ run_id: string }>(`${workflowPath(form)}/test`, body, { ifMatch: '*' });
      const run = new RunHandle(app, form, answer.body.data.run_id);
      await run.reach('succeeded');
      return (await run.step('thanks')).output as { request: { text: string }; warnings?: string[] };
    };
    expect((await test()).request.text).toMatch(/^You sent:\nYour name: see https:\/\/shop\.example\nemail: visitor/);
    await setSettings(app.api, form, { spam: { proof_of_work: 'off' } });
    const run = await aRunOf(app, form, { name: 'https://evil.com', email: someone() });
    await run.reach('succeeded');
    expect(smtp.mails.at(-1)!.content).not.toContain('evil');
    expect((await run.step('thanks')).output).toMatchObject({ warnings: [expect.stringMatching(/^submission\.copy was left out/)] });
  });

  it('goes to one address three times a day, with and without what follows a plus, and the run goes on at no cost', async () => {
    const after = aNode('after', 'email', { to: ['sales@example.com'], subject: 'Answered' });
    const form = await publishedForm(aDefinition([START, thanks(), after], 'start>thanks', 'thanks>after'));
    const address = someone();
    const spellings = [address, address.toUpperCase(), ...Array.from({ length: 6 }, (_, index) => address.replace('@', `+${index}@`))];
    const runs = await Promise.all(spellings.map((email) => aRunOf(app, form, { email })));
    const ends = await Promise.all(runs.map((run) => run.reach('succeeded')));
    const bomb = smtp.mails.filter(({ to }) => to[0] !== 'sales@example.com');
    expect(bomb).toHaveLength(3);
    expect(smtp.mails).toHaveLength(3 + spellings.length);
    const steps = await Promise.all(runs.map((run) => run.step('thanks')));
    const skipped = steps.filter(({ status }) => status === 'skipped');
    expect(skipped).toHaveLength(spellings.length - 3);
    for (const step of skipped) {
      expect(step).toMatchObject({ error_code: 'visitor_mail_limit', attempt_count: 0, attempts: [], billed_compute_points: 0 });
    }
    expect(ends.map(({ consumed_compute_points: points }) => points).sort()).toEqual([...Array(5).fill(2), ...Array(3).fill(4)]);
    expect(await needingAttention()).toEqual([]);
    const refused = runs[steps.findIndex(({ status }) => status === 'skipped')]!;
    expect(await deliveryOf(refused)).toMatchObject({ status: 'skipped', error_code: 'visitor_mail_limit' });
  });

  it('to an address that does not exist is told at the submission, and is nothing that needs attention', async () => {
    smtp.refuses = (address) => (address.startsWith('sales') ? null : 550);
    const others = aNode('others', 'email', { to: ['sales@example.com'], subject: 'Told' });
    const form = await publishedForm(aFanOut(thanks(), others));
    const runs: RunHandle[] = [];
    for (let count = 0; count < 3; count += 1) runs.push(await aRunOf(app, form, { email: someone() }));
    for (const run of runs) expect(await run.reach('succeeded')).toMatchObject({ error_code: null, consumed_compute_points: 2 });
    expect(await runs[0]!.step('thanks')).toMatchObject({
      status: 'skipped',
      error_code: 'undeliverable',
      attempt_count: 1,
      attempts: [{ status: 'failed', error_code: 'undeliverable' }],
      billed_compute_points: 0,
    });
    expect(await deliveryOf(runs[0]!)).toMatchObject({ status: 'skipped', error_code: 'undeliverable' });
    expect(await needingAttention()).toEqual([]);
    const failing = 'select from failing_destinations d join workflows w on w.id = d.workflow_id where w.form_id = $1';
    expect(await app.database.query(failing, [form.id])).toEqual([]);
  });

  it('fails as any mail does when the server refuses the sender or the text, and is tried again for a while', async () => {
    smtp.decides = () => 554;
    const form = await publishedForm();
    expect(await (await aRunOf(app, form, { email: someone() })).reach('failed')).toMatchObject({ error_code: 'rejected_recipient' });
    const ids: (string | undefined)[] = [];
    smtp.decides = (content) => {
      ids.push(/^Message-ID: (.*)$/im.exec(content)?.[1]);
      return ids.length === 1 ? 451 : null;
    };
    const run = await aRunOf(app, form, { email: someone() });
    await run.reachStep('thanks', 'waiting');
    await run.makeDue();
    await run.reach('succeeded');
    expect(ids).toEqual([ids[0], ids[0]]);
    const counted = 'select from visitor_mails where form_id = $1';
    expect(await app.database.query(counted, [form.id])).toHaveLength(2);
  });

  it('is skipped for a submission without an address', async () => {
    const run = await aRunOf(app, await publishedForm(), { name: 'Ada' });
    await run.reach('succeeded');
    expect(await run.step('thanks')).toMatchObject({ status: 'skipped', error_code: 'no_address', attempt_count: 0 });
    expect(smtp.mails).toEqual([]);
  });
});

describe('submissions that get no mail', () => {
  it('are those of a server, unless the step says so', async () => {
    const form = await publishedForm(aFanOut(thanks(), { ...thanks({ for_api_submissions: true }), id: 'asked' }));
    const id = await aSubmission(app.api, form, { email: someone() }, { 'x-submission-token': form.submission_token });
    const run = await runOf(form, id);
    await run.reach('succeeded');
    expect(await run.step('thanks')).toMatchObject({ status: 'skipped', error_code: 'submitted_by_api' });
    expect(await run.step('asked')).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['71 hours', 'succeeded', null],
    ['73 hours', 'skipped', 'released_late'],
  ])('are held ones that were released %s after they came', async (age, status, error_code) => {
    const form = await publishedForm();
    await setSettings(app.api, form, { spam: { honeypot: 'quarantine' } });
    const answer = await app.api
      .as(null)
      .post(`/api/v1/forms/${form.id}/submit`, { email: someone(), _gotcha: 'x' }, { idempotencyKey: '' });
    const { id } = answer.body.data as { id: string };
    await app.database.query(`update submissions set received_at = received_at - $2::interval where id = $1`, [id, age]);
    expect((await app.api.post(`/v1/forms/${form.id}/submissions/${id}/release`)).status).toBe(200);
    const run = await runOf(form, id);
    await run.reach('succeeded');
    expect(await run.step('thanks')).toMatchObject({ status, error_code });
  });
});

describe('a form whose hour is used up', () => {
  it('still tells its owner, and sends no further mail to visitors', async () => {
    const form = await publishedForm();
    await app.app.get(AccountsService).setNotifyEmail(app.accountId, 'owner@example.org');
    await app.api.patch(`/v1/forms/${form.id}`, { notifications_enabled: true }, { ifMatch: '*' });
    await app.database.query(
      `insert into visitor_mails (id, account_id, form_id, address_digest, claimed_at)
        select gen_random_uuid(), $1, $2, sha256(n::text::bytea), now() from generate_series(1, 200) n`,
      [app.accountId, form.id],
    );
    const run = await aRunOf(app, form, { email: someone() });
    await run.reach('succeeded');
    expect(await run.step('thanks')).toMatchObject({ status: 'skipped', error_code: 'visitor_mail_limit' });
    await waitUntil(() => smtp.mails.length > 0);
    expect(smtp.mails.map(({ to }) => to)).toEqual([['owner@example.org']]);
  });
});
