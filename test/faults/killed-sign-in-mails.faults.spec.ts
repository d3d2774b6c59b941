import { startApp, type TestApp } from '../support/app';
import { aPerson, Browser, secretIn } from '../support/browser';
import { readMail } from '../support/read-mail';
import { SmtpReceiver } from '../support/smtp-receiver';
import { waitUntil } from '../support/wait-until';
import { buildService, endProcess, startWorkerProcess } from '../support/worker-process';

const ADDRESS = 'lena@example.com';

let [app, receiver] = [] as unknown as [TestApp, SmtpReceiver];
beforeAll(async () => {
  await buildService();
  receiver = await SmtpReceiver.start();
  app = await startApp({ smtpUrl: receiver.url, mailFrom: 'forms@example.com', trustProxy: ['loopback'] });
  await aPerson(app, ADDRESS);
});
beforeEach(async () => {
  receiver.mails.splice(0);
  await app.database.query('delete from sign_in_mails');
});
afterAll(() => app.close());

const aWorker = () => startWorkerProcess(app, null, { SMTP_URL: receiver.url, MAIL_FROM: 'forms@example.com' });
/** Lets the minute pass for which a dead process keeps a mail from others. */
const passMinute = () => app.database.query(`update sign_in_mails set send_at = send_at - interval '1 minute' where send_at is not null`);

it.each([
  ['before the mail server has taken it', false],
  ['after the mail server has taken it', true],
])('a mail whose worker is killed %s comes with the same link, which signs in', async (_, isTaken) => {
  const browser = new Browser(app);
  expect((await browser.post('/console/sign-in', { address: ADDRESS })).status).toBe(202);
  const seen: string[] = [];
  receiver.decides = (content) => {
    seen.push(content);
    return new Promise(() => undefined);
  };
  const first = aWorker();
  await waitUntil(() => seen.length > 0, 60);
  if (isTaken) receiver.mails.push({ to: [ADDRESS], content: seen[0]! });
  await endProcess(first, 'SIGKILL');
  receiver.decides = () => null;
  await passMinute();
  const second = aWorker();
  await waitUntil(() => receiver.mails.length > (isTaken ? 1 : 0), 60);
  await endProcess(second, 'SIGTERM');
  const links = receiver.mails.map((mail) => secretIn(readMail(mail)));
  expect(new Set(links)).toEqual(new Set([secretIn(readMail({ to: [ADDRESS], content: seen[0]! }))]));
  expect((await browser.post('/console/sign-in/open', { secret: links[0] })).status).toBe(201);
  expect((await browser.post('/console/sign-in/open', { secret: links[0] })).status).toBe(401);
});
