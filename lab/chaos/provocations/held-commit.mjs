import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { formsOf, haveEnded, PATIENCE_MS, until } from './support.mjs';

const BATCH = 8;

/**
 * Holds commits back by a lock on rows that they need, on a service that is otherwise idle: both API processes get a submission with the
 * same key, and one of them a batch besides. Until the lock is released, there must be no wake-up: it would find nothing, and the run
 * would wait for the periodic task that looks for lost ones.
 */
export async function holdCommit(world) {
  const [form] = formsOf(world, 'single');
  const wakeUps = world.redis ? await countInRedis(world.redis.port) : countInPostgres(world.admin);
  const client = await world.admin.connect();
  try {
    await client.query('begin');
    await client.query('select from form_stats where form_id = $1 for update', [form.id]);
    const key = randomUUID();
    const twins = world.apis.map((_, first) => world.clients.submit(form, { key, first }));
    if (await until(() => areBothWaiting(world.admin), PATIENCE_MS)) world.provoked.sameKey += 1;
    const batch = Array.from({ length: BATCH }, () => world.clients.submit(form));
    await pause(500);
    const early = await wakeUps.count();
    await client.query('rollback');
    const submitted = await Promise.all([...twins, ...batch]);
    world.provoked.heldCommit += 1;
    world.earlyWakeUps += early;
    world.provoked.batch += await largestBatch(world.admin, form.id);
    await until(async () => (await wakeUps.count()) > early, PATIENCE_MS); // so that the count can be more than none
    await haveEnded(world, submitted, PATIENCE_MS);
  } finally {
    wakeUps.end();
    client.release();
  }
}

async function areBothWaiting(admin) {
  const waiting = `select distinct usename from pg_stat_activity where usename ~ '^api_' and wait_event_type = 'Lock'`;
  return (await admin.query(waiting)).rows.length === 2;
}

/** Submissions of a batch were received at the same time. Zero where each had a batch of its own. */
async function largestBatch(admin, formId) {
  const sizes = 'select count(*)::int as size from submissions where form_id = $1 group by received_at order by 1 desc';
  const [{ size }] = (await admin.query(sizes, [formId])).rows;
  return size > 1 ? size : 0;
}

/** The scripts that add a job write its hash, which the server reports to those that monitor it. */
async function countInRedis(port) {
  const ids = new Set();
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.on('data', (text) => [...text.matchAll(/"hmset" "[^"]*(wake-up-[0-9a-f-]{36})" "name"/gi)].forEach(([, id]) => ids.add(id)));
  socket.write('MONITOR\r\n');
  await pause(200);
  return { count: async () => ids.size, end: () => socket.destroy() };
}

function countInPostgres(admin) {
  const since = new Date();
  const count = async () => (await admin.query('select count(*)::int as count from chaos.wake_ups where at > $1', [since])).rows[0].count;
  return { count, end: () => undefined };
}
