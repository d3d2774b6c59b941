import { buildService, endProcess, startWorkerProcess } from '../../support/worker-process';
import { waitUntil } from '../../support/wait-until';
import { Notices } from './notices.fixture';

const FORMS = 30;

it('worker processes that begin at once, and one that is restarted meanwhile, tell each recipient once', async () => {
  await buildService();
  const owner = await Notices.start();
  for (let number = 0; number < FORMS; number += 1) {
    const form = await owner.form({ fields: [{ name: 'cv', type: 'file' }] }, { intake: { max_stored_bytes: 1000 } });
    await owner.app.database.query('update form_stats set stored_bytes = 1000 where form_id = $1', [form.id]);
  }
  const start = () => startWorkerProcess(owner.app, null, { SMTP_URL: owner.smtp.url, MAIL_FROM: 'Forms <forms@example.org>' });
  const [first] = [start(), start()] as const;
  await waitUntil(() => owner.smtp.mails.length > 0, 60);
  await endProcess(first, 'SIGTERM');
  start();
  await waitUntil(async () => {
    const [open] = await owner.app.database.query<{ told: number }>('select count(told_at)::int as told from notices where not is_due');
    return open!.told === FORMS;
  }, 120);
  const recipients = owner.takeMails().flatMap(({ to }) => to);
  expect(new Set(recipients).size).toBe(FORMS);
  expect(recipients).toHaveLength(FORMS);
}, 240_000);
