import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { untilAnswered } from '../support/postgres.mjs';

const FAKETIME = ['/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1', '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1'].find(
  (file) => existsSync(file),
);

/** A round of faults of everything around the service, in random order. Each resolves when its fault has ended. */
export function roundOfFaults(world, random, isLong) {
  const forMs = () => random.between(2_000, isLong ? 10_000 : 5_000);
  const database = [
    ...Array.from({ length: 4 }, () => ['kill PostgreSQL', () => killPostgres(world, random.between(0, 2_000))]),
    ['restart PostgreSQL', () => restartPostgres(world)],
    ['suspend PostgreSQL', () => suspendPostgres(world, forMs())],
    ['kill a backend', () => endBackend(world, 'SIGKILL')],
    ['terminate backends', () => terminateBackends(world)],
    ['cap the connections', () => capConnections(world, forMs())],
    ['lock tables', () => lockTables(world, random)],
    ['delay PostgreSQL', () => onLinks(world, 'pg', { mode: 'delay', delayMs: random.between(20, 250) }, forMs())],
    ['cut a link to PostgreSQL', () => onOneLink(world, random, 'pg', { mode: 'silent' }, forMs())],
    ['refuse links to PostgreSQL', () => refuseLinks(world, 'pg', forMs())],
  ];
  const processes = [
    ['suspend an API process', () => suspend(world, random.pick(world.apis), forMs())],
    ['suspend a worker', () => suspend(world, random.pick(world.workers), forMs())],
  ];
  const redis = [
    ['kill Redis', () => killRedis(world, isLong ? random.between(5_000, 40_000) : forMs())],
    ['flush Redis', () => world.redis.ask('FLUSHALL')],
    ['suspend Redis', () => suspendRedis(world, forMs())],
    ['delay Redis', () => onLinks(world, 'redis', { mode: 'delay', delayMs: 500 }, forMs())],
    ['cut links to Redis', () => onLinks(world, 'redis', { mode: 'silent' }, forMs())],
  ];
  if (world.volume) database.push(['fill the disk', () => fillDisk(world, forMs())]);
  if (FAKETIME) processes.push(['set the clock of a worker', () => skewClock(world, random, isLong ? 30_000 : 10_000)]);
  const faultsOf = (faults, dependency) => faults.map(([name, run]) => ({ name, dependency, run }));
  return random.shuffled([...faultsOf(database, 'PostgreSQL'), ...faultsOf(world.redis ? redis : [], 'Redis'), ...faultsOf(processes)]);
}

/** The faults that this machine does not allow, with the reason. */
export function faultsNotRun({ volume, redis }) {
  return [
    ...(volume ? [] : ['a full disk: this process may not mount a file system']),
    ...(FAKETIME ? [] : ['a wrong clock: libfaketime is not installed']),
    ...(redis ? [] : ['faults of Redis: the queue is in PostgreSQL']),
  ];
}

/** Starts the server, and records when it accepts connections again, from which the recovery of the service counts. */
export async function started(world) {
  await world.postgres.start();
  world.postgresStartsMs.push(performance.now());
}

async function killPostgres(world, downMs) {
  await world.postgres.kill();
  await world.postgres.gone();
  await pause(downMs);
  await started(world);
}

async function restartPostgres(world) {
  await world.postgres.stop();
  await started(world);
}

async function suspendPostgres({ postgres }, ms) {
  const resume = await postgres.freeze();
  await pause(ms);
  resume();
}

const BACKENDS = `select pid from pg_stat_activity where usename ~ '^(api|worker)_' order by random() limit 1`;

/** The server ends all other connections as well, and recovers. */
async function endBackend(world, signal) {
  const [backend] = await untilAnswered(world.admin, BACKENDS);
  if (!backend) return;
  process.kill(backend.pid, signal);
  await pause(500);
  await untilAnswered(world.admin, 'select 1');
  world.postgresStartsMs.push(performance.now());
}

const terminateBackends = ({ admin }) =>
  untilAnswered(admin, `select pg_terminate_backend(pid) from pg_stat_activity where usename ~ '^(api|worker)_'`);

/** Two connections for each process, so that its pool cannot grow. */
async function capConnections(world, ms) {
  const roles = world.slots.map(({ name }) => name);
  const limit = async (count) => {
    for (const role of roles) await untilAnswered(world.admin, `alter role ${role} connection limit ${count}`);
  };
  await limit(2);
  await terminateBackends(world);
  await pause(ms);
  await limit(-1);
}

/** Holds the locks for longer than a statement of the service waits. */
async function lockTables(world, random) {
  const table = random.pick(['form_stats', 'workflow_runs', 'accounts', 'submission_idempotency_keys', 'workflow_run_steps']);
  const client = await world.admin.connect().catch(() => null);
  if (!client) return;
  try {
    await client.query(`set statement_timeout = '10s'`);
    await client.query(`begin`);
    await client.query(`lock table ${table} in exclusive mode`);
    await pause(random.between(1_500, 4_000));
    await client.query('rollback');
    await client.query('reset statement_timeout');
    client.release();
  } catch (error) {
    client.release(error);
  }
}

async function onLinks({ slots }, kind, change, ms) {
  for (const slot of slots) Object.assign(slot[kind], change);
  await pause(ms);
  for (const slot of slots) slot[kind].mode = 'pass';
}

const onOneLink = ({ slots }, random, kind, change, ms) => onLinks({ slots: [random.pick(slots)] }, kind, change, ms);

async function refuseLinks({ slots }, kind, ms) {
  for (const slot of slots) {
    slot[kind].mode = 'refuse';
    slot[kind].cut();
  }
  await pause(ms);
  for (const slot of slots) slot[kind].mode = 'pass';
}

async function suspend(world, slot, ms) {
  if (slot.isTaken) return;
  slot.isTaken = true;
  const { child } = slot;
  child.kill('SIGSTOP');
  await pause(ms);
  child.kill('SIGCONT');
  slot.isTaken = false;
}

async function killRedis({ redis }, downMs) {
  await redis.kill();
  await pause(downMs);
  await redis.start();
}

async function suspendRedis({ redis }, ms) {
  redis.signal('SIGSTOP');
  await pause(ms);
  redis.signal('SIGCONT');
}

/** The volume holds the database with its log, and the files of submissions. */
async function fillDisk(world, ms) {
  const filler = join(world.volume, 'filler');
  const { bavail, bsize } = await statfs(world.volume);
  try {
    execFileSync('fallocate', ['-l', String(bavail * bsize - 64 * 1024), filler], { stdio: 'ignore' });
    await pause(ms);
  } finally {
    await rm(filler, { force: true }); // it has filled the disk also where somebody else took the last bytes
  }
  await started(world); // where it has stopped
}

/** Ten minutes fast or slow, until the next start of the process. Durations are measured correctly. */
async function skewClock(world, random, ms) {
  const slot = random.pick(world.workers);
  if (slot.isTaken) return;
  slot.isTaken = true;
  slot.nextEnv = { LD_PRELOAD: FAKETIME, FAKETIME: random.pick(['+600s', '-600s']), FAKETIME_DONT_FAKE_MONOTONIC: '1' };
  await slot.kill('clock');
  await pause(ms);
  await slot.kill('clock');
  slot.isTaken = false;
}
