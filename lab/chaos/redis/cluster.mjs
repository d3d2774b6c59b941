import { setTimeout as pause } from 'node:timers/promises';
import { portToKeep } from '../../support/ports.mjs';
import { answerOf, isOnline, startNode } from './sentinels.mjs';

const MASTERS = 3;
const SLOTS = 16_384;

/** Three masters with a replica each, which takes the place of its master a second after that has vanished. */
export async function startRedisCluster(folder) {
  const nodes = [];
  for (let index = 0; index < 2 * MASTERS; index += 1) {
    const busPort = await portToKeep();
    nodes.push(Object.assign(await startNode(folder, index, settingsFor(busPort)), { busPort }));
  }
  await join(nodes);

  /** The nodes as one of them sees them. */
  const view = async () => {
    for (const node of nodes) {
      const answer = await answerOf(node, 'CLUSTER NODES');
      if (answer !== '') return answer.split('\n').map(entryOf).filter(Boolean);
    }
    return [];
  };
  const masters = async () => {
    const ports = (await view()).filter(({ flags, slots }) => isMaster(flags) && slots !== '').map(({ port }) => port);
    return nodes.filter(({ port }) => ports.includes(port));
  };
  const redis = {
    url: nodes.map(({ port }) => `redis+cluster://127.0.0.1:${port}`).join(','),
    count: MASTERS,
    masters,
    restart: (node) => node.start(),
    /** Every node knows all others, and every master has its replica. */
    isSettled: async () => {
      const states = await Promise.all(nodes.map((node) => answerOf(node, 'CLUSTER INFO')));
      const entries = await view();
      if (!states.every((state) => state.includes('cluster_state:ok'))) return false;
      if (entries.length !== nodes.length || entries.some(({ flags }) => /fail|handshake/.test(flags))) return false;
      const replicas = await Promise.all((await masters()).map(isOnline));
      return replicas.length === MASTERS && replicas.every((count) => count === 1);
    },
  };
  while (!(await redis.isSettled())) await pause(100);
  return redis;
}

const settingsFor = (busPort) => [
  ...['--cluster-enabled', 'yes', '--cluster-config-file', 'nodes.conf'],
  ...['--cluster-port', String(busPort), '--cluster-node-timeout', '1000'],
];

async function join(nodes) {
  const [first, ...others] = nodes;
  const masters = nodes.slice(0, MASTERS);
  for (const [index, master] of masters.entries()) {
    const [from, next] = [index, index + 1].map((each) => Math.floor((each * SLOTS) / MASTERS));
    await master.ask(`CLUSTER ADDSLOTSRANGE ${from} ${next - 1}`);
    await master.ask(`CLUSTER SET-CONFIG-EPOCH ${index + 1}`);
  }
  for (const { port, busPort } of others) await first.ask(`CLUSTER MEET 127.0.0.1 ${port} ${busPort}`);
  for (const [index, master] of masters.entries()) {
    const [id] = /[0-9a-f]{40}/.exec(await master.ask('CLUSTER MYID'));
    const replica = nodes[MASTERS + index];
    while (!(await answerOf(replica, `CLUSTER REPLICATE ${id}`)).startsWith('+OK')) await pause(100); // it does not know it yet
  }
}

/** A line such as `<id> 127.0.0.1:7000@17000 master - 0 0 1 connected 0-5460`. */
function entryOf(line) {
  const found = /^[0-9a-f]{40} [^:]*:(\d+)@\S* (\S+) (?:\S+ ){4}\S+ ?(.*)$/.exec(line.trim());
  return found && { port: Number(found[1]), flags: found[2], slots: found[3] };
}

const isMaster = (flags) => flags.includes('master') && !flags.includes('fail');
