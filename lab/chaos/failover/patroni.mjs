import { setTimeout as pause } from 'node:timers/promises';

/** The node that says that it is the primary, not being one of those that are left out; null when there is none. */
export async function primaryOf(nodes, except = []) {
  const candidates = nodes.filter((node) => !except.includes(node));
  const are = await Promise.all(
    candidates.map(({ restPort }) =>
      ask(restPort, '/primary').then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );
  return candidates[are.indexOf(true)] ?? null;
}

/**
 * Resolves with the primary when the other nodes follow it, one of them synchronously. Nodes that cannot follow it for two minutes are
 * made anew, as an operator does it, and their names added to `repairs`.
 */
export async function settled(nodes, { repairs = [], withinMs = 600_000 } = {}) {
  const beganMs = performance.now();
  let repairAtMs = beganMs + REPAIR_AFTER_MS;
  for (; performance.now() < beganMs + withinMs; await pause(100)) {
    const primary = await primaryOf(nodes);
    if (primary === null) continue;
    const { members = [] } = await ask(primary.restPort, '/cluster').then(
      (answer) => answer.json(),
      () => ({}),
    );
    const followers = members.filter(isFollowing);
    if (followers.length === nodes.length - 1 && followers.some(({ role }) => role === 'sync_standby')) return primary;
    if (performance.now() < repairAtMs) continue;
    repairAtMs += REPAIR_AFTER_MS;
    const lost = nodes.filter((node) => node !== primary && !followers.some(({ name }) => name === node.name));
    for (const node of lost) if (await reinitialize(node)) repairs.push(node.name);
  }
  throw new Error('The nodes have not settled in time.');
}

const REPAIR_AFTER_MS = 120_000;

const isFollowing = ({ role, state, lag }) => role !== 'leader' && ['running', 'streaming'].includes(state) && lag === 0;

const ask = (port, path, options = {}) => fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(1_000), ...options });

/** Asks a primary to hand over. */
export async function switchOver(primary) {
  const answer = await command(primary, '/switchover', { leader: primary.name });
  if (!answer.ok) throw new Error(`The switch-over was refused: ${await answer.text()}`);
}

/** Has a node copied from the primary. Resolves with whether it has begun. */
const reinitialize = (node) =>
  command(node, '/reinitialize', { force: true }).then(
    ({ ok }) => ok,
    () => false,
  );

function command({ restPort, password }, path, body) {
  const authorization = `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}`;
  const signal = AbortSignal.timeout(60_000);
  return ask(restPort, path, { method: 'POST', body: JSON.stringify(body), headers: { authorization }, signal });
}
