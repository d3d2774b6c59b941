import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { primaryOf, settled, switchOver } from './patroni.mjs';

/** The lock of a primary ends before, and is then another node's. */
const AWAY_MS = 14_000;
const READ_ONLY_MS = 4_000;
const PROMOTED_WITHIN_MS = 120_000;
const CONFIRMED_WITHIN_MS = 600_000;

/** Each replaces the primary, and resolves once everything that was taken away is back. */
const FAULTS = {
  'switch over': (_, primary) => switchOver(primary),
  'kill the server': (_, primary) => void process.kill(primary.postmaster(), 'SIGKILL'),
  'kill the node': async (nodes, primary) => {
    primary.signal('SIGKILL');
    await otherPrimary(nodes, primary);
    primary.start();
  },
  'suspend the node': async (_, primary) => {
    const suspended = primary.pids();
    suspended.forEach((pid) => signal(pid, 'SIGSTOP'));
    await pause(AWAY_MS);
    suspended.reverse().forEach((pid) => signal(pid, 'SIGCONT'));
  },
  'cut the node off': async (_, primary) => {
    const links = Object.values(primary.links);
    links.forEach((link) => (link.mode = 'silent'));
    await pause(AWAY_MS);
    links.forEach((link) => (link.mode = 'pass'));
    links.forEach((link) => link.cut());
  },
};

export const FAULT_NAMES = Object.keys(FAULTS);

/** The first fault of every run: it shows for certain how the service answers while its database may not be written. */
export async function letOnlyRead({ admin, log }) {
  log('the primary lets only read');
  await admin.query('alter system set default_transaction_read_only = on');
  await admin.query('select pg_reload_conf()');
  await pause(READ_ONLY_MS);
  await admin.query('alter system reset default_transaction_read_only');
  await admin.query('select pg_reload_conf()');
}

/**
 * Replaces the primary in one way, and waits until all nodes are there again. Resolves with the nodes' names and the times, on the monotonic
 * clock, at which another one was promoted and at which their address first confirmed a write of somebody else than the service.
 */
export async function replacePrimary(name, { nodes, postgres, events, log }) {
  const primary = await settled(nodes);
  const repairs = [];
  log(`${name}: ${primary.name}`);
  return events.outage('PostgreSQL', async () => {
    const promoted = otherPrimary(nodes, primary);
    const confirmed = promoted.then(() => confirms(postgres));
    const settling = Promise.all([promoted, FAULTS[name](nodes, primary)]).then(() => settled(nodes, { repairs }));
    const [{ atMs }, confirmedAtMs, to] = await Promise.all([promoted, confirmed, settling]);
    return { name, from: primary.name, to: to.name, atMs, confirmedAtMs, repairs };
  });
}

/** Looks often, so that the time is exact to a twentieth of a second. */
async function otherPrimary(nodes, before) {
  for (const endMs = performance.now() + PROMOTED_WITHIN_MS; performance.now() < endMs; await pause(50)) {
    const next = await primaryOf(nodes, [before]);
    if (next !== null) return { atMs: performance.now() };
  }
  throw new Error(`No node was promoted in place of ${before.name}.`);
}

/** Waits until the address of the primary leads to it and a standby follows it: the service cannot accept anything before. */
async function confirms({ urlAs }) {
  for (const endMs = performance.now() + CONFIRMED_WITHIN_MS; performance.now() < endMs; await pause(50)) {
    const client = new pg.Client({ connectionString: urlAs('postgres'), connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`select pg_logical_emit_message(true, 'trial', '')`);
      return performance.now();
    } catch {
      // it leads to nobody yet, or is lost
    } finally {
      void client.end().catch(() => undefined);
    }
  }
  throw new Error('The new primary has confirmed nothing.');
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended meanwhile
  }
}
