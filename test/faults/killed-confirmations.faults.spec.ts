import { startApp, type TestApp } from '../support/app';
import { aSubmission, anEnabledForm, setSettings } from '../support/forms';
import { readMail } from '../support/read-mail';
import { SmtpReceiver } from '../support/smtp-receiver';
import { waitUntil } from '../support/wait-until';
import { buildService, endProcess, startWorkerProcess } from '../support/worker-process';

let [app, receiver] = [] as unknown as [TestApp, SmtpReceiver];
beforeAll(async () => {
  await buildService();
  receiver = await SmtpReceiver.start();
  app = await startApp({ smtpUrl: receiver.url, mailFrom: 'forms@example.com' });
});
afterAll(() => app.close());

const aWorker = () => startWorkerProcess(app, null, { SMTP_URL: receiver.url, MAIL_FROM: 'forms@example.com' });
/** Lets the time pass for which a dead process keeps a mail from others. */
const passLease = () =>
  app.database.query(`update address_confirmations set due_at = now() - interval '1 second' where due_at is not null`);
const stateOf = async (id: string) =>
  (
    await app.database.query<{ status: string; is_unconfirmed: boolean }>(
      'select m.status, s.is_unconfirmed from address_confirmations m join submissions s on s.id = m.submission_id where s.id = $1',
      [id],
    )
  )[0]!;

it('a mail whose workers are killed before they note it comes twice at most, with one Message-ID and one link', async () => {
  const fields = [{ name: 'email', type: 'string', required: true, validation: 'email' }];
  const form = await anEnabledForm(app.api, { fields });
  await setSettings(app.api, form, { respondent: { address_field: 'email', confirm: 'require' } });
  const id = await aSubmission(app.api, form, { email: 'ada@example.com' });
  const seen: string[] = [];
  receiver.decides = (content) => {
    seen.push(content);
    return new Promise(() => undefined);
  };
  for (const mails of [1, 2]) {
    const worker = aWorker();
    await waitUntil(() => seen.length === mails, 60);
    await endProcess(worker, 'SIGKILL');
    await passLease();
  }
  receiver.decides = (content) => {
    seen.push(content);
    return null;
  };
  const last = aWorker();
  await waitUntil(async () => (await stateOf(id)).status === 'failed', 60);
  await endProcess(last, 'SIGTERM');
  expect(seen).toHaveLength(2);
  const mails = seen.map((content) => readMail({ to: ['ada@example.com'], content }));
  expect(new Set(mails.map(({ headers }) => headers.get('message-id'))).size).toBe(1);
  expect(new Set(mails.map(({ text }) => text)).size).toBe(1);
  expect(await stateOf(id)).toEqual({ status: 'failed', is_unconfirmed: false });
});
