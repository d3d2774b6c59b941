import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../../support/at-end.mjs';
import { clientOf } from '../../support/client.mjs';
import { makeForm } from '../../support/forms.mjs';
import { randomFrom } from '../../support/random.mjs';
import { makeForms } from '../support/forms.mjs';
import { startReceivers } from '../support/receivers.mjs';
import { KEY, startService } from '../support/service.mjs';

/** The service with forms of all kinds of workflows and some without. The folder is kept when the run has failed. */
export async function startRollingService({ queue }) {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'forms-rolling-'));
  await chmod(folder, 0o711); // PostgreSQL may run as another user, and would otherwise be kept elsewhere
  const rolling = { folder, key: KEY, isPassed: false };
  atEnd(() => rolling.isPassed && rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const settings = { TRUST_PROXY: '127.0.0.1', SHUTDOWN_DELAY_SECONDS: '5' };
  const service = await startService({ folder, queue, settings });
  const receivers = await startReceivers(randomFrom(1, 'receivers'), 32);
  const client = clientOf(`http://127.0.0.1:${service.apis[0].port}`, KEY);
  const forms = await makeForms(client, receivers.ports);
  return Object.assign(rolling, service, {
    receipts: receivers.receipts,
    withWorkflow: forms.filter(({ kind }) => kind !== 'withFiles').map(({ id }) => id),
    plain: await Promise.all(Array.from({ length: 10 }, (_, index) => plainForm(client, `plain ${index}`))),
  });
}

const plainForm = (client, name) =>
  makeForm(client, { name, fields: ['key', 'message'].map((field) => ({ name: field, type: 'string' })) });
