import type { SubmissionView } from '../../src/submissions/submission-view.dto';
import type { TestApp } from '../support/app';
import { startApp } from '../support/app';
import { atEnd } from '../support/at-end';
import type { CreatedForm } from '../support/forms';
import { anEnabledForm, aSubmission, etagOf } from '../support/forms';
import { aGate } from '../support/receiver';
import { SmtpReceiver } from '../support/smtp-receiver';
import { waitUntil } from '../support/wait-until';
import { buildService, endProcess, startWorkerProcess } from '../support/worker-process';

let app: TestApp;
let smtp: SmtpReceiver;
beforeAll(async () => {
  await buildService();
  smtp = await SmtpReceiver.start();
  app = await startApp();
});

async function aNotifyingForm(): Promise<CreatedForm> {
  const form = await anEnabledForm(app.api, { notifications_enabled: true });
  const settings = { notifications: { to: ['owner@example.com'] } };
  await app.api.patch(`/v1/forms/${form.id}/settings`, settings, { ifMatch: await etagOf(app.api, form) });
  return form;
}

const aWorker = () => startWorkerProcess(app, null, { SMTP_URL: smtp.url, MAIL_FROM: 'forms@example.org' });

async function statusOf(form: CreatedForm, id: string): Promise<string> {
  const { body } = await app.api.get<SubmissionView>(`/v1/forms/${form.id}/submissions/${id}`);
  return body.data.deliveries.find(({ channel_type }) => channel_type === 'notification')!.status;
}

/** Lets the time pass for which a worker holds notifications, and the minute after their mail. */
async function expireLeases(): Promise<void> {
  await app.database.query(`update notifications set due_at = now() - interval '1 second' where status in ('claimed', 'sending')`);
  await app.database.query(`update notification_mails set sent_at = sent_at - interval '1 minute'`);
}

it('a worker that is killed loses no notification: before the content it is sent anew, after it uncertain', async () => {
  const [asked, received] = [await aNotifyingForm(), await aNotifyingForm()];
  const gate = aGate();
  atEnd(() => gate.open());
  let [isAsked, isReceived] = [false, false];

  smtp.refuses = async () => {
    isAsked = true;
    await gate.opened;
    return null;
  };
  const first = aWorker();
  const askedId = await aSubmission(app.api, asked);
  await waitUntil(() => isAsked);
  await endProcess(first, 'SIGKILL');
  smtp.refuses = () => null;

  smtp.decides = async () => {
    isReceived = true;
    await gate.opened;
    return 451;
  };
  const receivedId = await aSubmission(app.api, received);
  const second = aWorker();
  await waitUntil(() => isReceived);
  await endProcess(second, 'SIGKILL');
  smtp.decides = () => null;
  gate.open();

  await expireLeases();
  aWorker();
  await waitUntil(async () => (await statusOf(asked, askedId)) === 'delivered');
  await waitUntil(async () => (await statusOf(received, receivedId)) === 'uncertain');
  expect(smtp.mails).toHaveLength(1);
});
