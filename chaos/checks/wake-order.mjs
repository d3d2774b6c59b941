import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Submits once while the rows that the commit needs are locked, on a service that is otherwise idle, and counts the wake-ups that are
 * added before the commit. Such a wake-up finds nothing, and the run would wait for the periodic task that looks for lost ones.
 */
export async function earlyWakeUps({ admin, redis, apis, forms }) {
  const form = forms.find(({ kind }) => kind === 'single');
  const wakeUps = redis ? await countInRedis(redis.port) : countInPostgres(admin);
  const client = await admin.connect();
  try {
    await client.query('begin');
    await client.query('select from form_stats where form_id = $1 for update', [form.id]);
    const submitted = submit(apis[0].port, form.id);
    await lockWaiter(admin);
    await pause(500);
    const early = await wakeUps.count();
    await client.query('rollback');
    const { key, id } = await submitted;
    for (let left = 600; (await wakeUps.count()) === early && left > 0; left -= 1) await pause(100);
    return { early, entry: { key, id, form: form.id } };
  } finally {
    wakeUps.end();
    client.release();
  }
}

async function submit(port, formId) {
  const key = randomUUID();
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const url = `http://127.0.0.1:${port}/api/v1/forms/${formId}/submit`;
  for (;;) {
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ key }) });
    if (answer.ok) return { key, id: (await answer.json()).data.id };
    await pause(200); // the lock was held for longer than a statement waits for it
  }
}

async function lockWaiter(admin) {
  const waiting = `select from pg_stat_activity where usename = 'api_1' and wait_event_type = 'Lock'`;
  while ((await admin.query(waiting)).rows.length === 0) await pause(10);
}

/** The scripts that add a job write its hash, which the server reports to those that monitor it. */
async function countInRedis(port) {
  const ids = new Set();
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.on('data', (text) =>
    [...text.matchAll(/"hmset" "[^"]*(wake-up-[0-9a-f-]{36})" "name"/gi)].forEach(([, id]) => ids.add(id)),
  );
  socket.write('MONITOR\r\n');
  await pause(200);
  return { count: async () => ids.size, end: () => socket.destroy() };
}

function countInPostgres(admin) {
  const since = new Date();
  const count = async () =>
    (await admin.query('select count(*)::int as count from chaos.wake_ups where at > $1', [since])).rows[0].count;
  return { count, end: () => undefined };
}
