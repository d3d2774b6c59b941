import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../../bench/support/at-end.mjs';
import { clientOf } from '../../bench/support/client.mjs';
import { openEvents } from '../support/events.mjs';
import { makeForms } from '../support/forms.mjs';
import { startPostgres, superuserPool } from '../support/postgres.mjs';
import { randomFrom } from '../support/random.mjs';
import { startReceivers } from '../support/receivers.mjs';
import { startRedis } from '../support/redis.mjs';
import { cliOf, KEY, settingsOf, UNLIMITED } from '../support/service.mjs';
import { openSlot } from '../support/slots.mjs';

const PROGRAMS = { api_1: 'main', api_2: 'main', worker_1: 'worker', worker_2: 'worker' };

/** Two API processes and two workers as in production, with forms of all kinds of workflows and some without. The folder is kept when the run has failed. */
export async function startService({ queue }) {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'forms-rolling-'));
  const service = { folder, key: KEY, slots: [], isPassed: false };
  atEnd(() => service.isPassed && rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await mkdir(join(folder, 'database'));
  const postgres = await startPostgres(join(folder, 'database'));
  const redis = queue === 'redis' ? await startRedis() : null;
  const admin = superuserPool(postgres);
  const { SHUTDOWN_DELAY_SECONDS: _, ...settings } = { ...settingsOf(join(folder, 'files')), TRUST_PROXY: '127.0.0.1' };
  const addresses = {
    DATABASE_URL: postgres.urlAs('forms'),
    ...(redis && { REDIS_URL: `redis://127.0.0.1:${redis.port}` }),
  };
  await cliOf(postgres, redis, settings)('migrate');
  await admin.query(UNLIMITED);
  const events = openEvents();
  for (const [name, program] of Object.entries(PROGRAMS)) {
    const slot = { name, program, folder, settings: { ...settings, ...addresses }, links: {}, events };
    service.slots.push(await openSlot(slot));
  }
  const apis = service.slots.filter(({ program }) => program === 'main');
  await events.allReady(apis);
  const receivers = await startReceivers(randomFrom(1, 'receivers'), 32);
  const client = clientOf(`http://127.0.0.1:${apis[0].port}`, KEY);
  const forms = await makeForms(client, receivers.ports);
  return Object.assign(service, {
    admin,
    events,
    apis,
    workers: service.slots.filter(({ program }) => program === 'worker'),
    receipts: receivers.receipts,
    withWorkflow: forms.filter(({ kind }) => kind !== 'withFiles').map(({ id }) => id),
    plain: await Promise.all(Array.from({ length: 10 }, (_, index) => plainForm(client, `plain ${index}`))),
  });
}

async function plainForm({ call }, name) {
  const fields = ['key', 'message'].map((field) => ({ name: field, type: 'string' }));
  const { data, etag } = await call('POST', '/v1/forms', {
    name,
    fields,
    validate_fields: true,
    notifications_enabled: false,
  });
  await call('PATCH', `/v1/forms/${data.id}`, { status: 'enabled' }, { 'if-match': etag });
  return data.id;
}
