import type { TestApp } from '../support/app';
import { startApp } from '../support/app';
import { atEnd } from '../support/at-end';
import { anEnabledForm } from '../support/forms';
import { aGate } from '../support/receiver';
import { countLockWaiters, endLockWaiters, lockTable } from '../support/queries';
import { aRunOf } from '../support/runs';
import { SmtpReceiver } from '../support/smtp-receiver';
import { waitUntil } from '../support/wait-until';
import { buildService, endProcess, startWorkerProcess } from '../support/worker-process';
import { aFanOut, aNode, aVersion } from '../support/workflows';

let app: TestApp;
let smtp: SmtpReceiver;
beforeAll(async () => {
  await buildService();
  smtp = await SmtpReceiver.start();
  app = await startApp({ smtpUrl: smtp.url, mailFrom: 'forms@example.org' });
});

const aWorker = () => startWorkerProcess(app, null, { SMTP_URL: smtp.url, MAIL_FROM: 'forms@example.org' });
const messageIds = () => smtp.mails.map(({ content }) => /^Message-ID: (.*)$/im.exec(content)?.[1]);

it('a worker that dies between sending a mail to a visitor and noting it sends one mail, and its retry the same one', async () => {
  const form = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string', validation: 'email' }] });
  await aVersion(app.api, form, aFanOut(aNode('thanks', 'email', { to: ['{{ fields.email }}'], subject: 'Thank you' })));
  const gate = aGate();
  atEnd(() => gate.open());
  let isReceived = false;
  smtp.decides = async () => {
    isReceived = true;
    await gate.opened;
    return null;
  };
  const run = await aRunOf(app, form);
  const worker = aWorker();
  await waitUntil(() => isReceived);
  const lock = await lockTable(app.databaseUrl, 'workflow_run_steps');
  gate.open();
  await waitUntil(async () => (await countLockWaiters(app)) > 0);
  await endProcess(worker, 'SIGKILL');
  await endLockWaiters(app);
  await lock.release();
  await app.database.query(`update workflow_runs set due_at = now() - interval '3 seconds' where id = $1`, [run.id]);
  aWorker();
  expect(await run.reachStep('thanks', 'uncertain')).toMatchObject({ error_code: 'no_response', attempt_count: 1 });
  expect(smtp.mails).toHaveLength(1);
  const again = await run.repeated({ confirm_delivery_uncertainty: true });
  await again.reach('succeeded');
  expect(messageIds()).toEqual([messageIds()[0], messageIds()[0]]);
  expect(await app.database.query('select from visitor_mails where form_id = $1', [form.id])).toHaveLength(1);
});
