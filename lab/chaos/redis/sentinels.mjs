import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startRedis } from '../../support/redis.mjs';

const COUNT = 3;

/** A master with two replicas, and three Sentinels that replace it a second after it has vanished. */
export async function startSentinels(folder) {
  const nodes = [await startNode(folder, 0)];
  const replicaOf = (master) => ['--replicaof', '127.0.0.1', String(master.port)];
  for (let index = 1; index < COUNT; index += 1) nodes.push(await startNode(folder, index, replicaOf(nodes[0])));
  const sentinels = [];
  for (let index = 0; index < COUNT; index += 1) {
    const home = join(folder, `sentinel-${index}`);
    const file = join(home, 'sentinel.conf');
    mkdirSync(home);
    writeFileSync(file, configurationOf(nodes[0]));
    sentinels.push(await startRedis({ file, settings: ['--sentinel', '--dir', home] }));
  }

  const masters = async () => {
    const roles = await Promise.all(nodes.map((node) => answerOf(node, 'ROLE')));
    return nodes.filter((_, index) => roles[index].includes('master'));
  };
  const redis = {
    url: sentinels.map(({ port }) => `redis+sentinel://127.0.0.1:${port}/ours`).join(','),
    count: 1,
    masters,
    /** Started again, a node follows the master that is there. */
    restart: async (node) => node.start(...replicaOf((await masters())[0])),
    /** Both replicas have everything, and all Sentinels agree on the master and could replace it. */
    isSettled: async () => {
      const [master, ...others] = await masters();
      if (!master || others.length > 0 || (await isOnline(master)) !== COUNT - 1) return false;
      const known = await Promise.all(
        sentinels.map(async (sentinel) => [
          await answerOf(sentinel, 'SENTINEL get-master-addr-by-name ours'),
          await answerOf(sentinel, 'SENTINEL ckquorum ours'),
        ]),
      );
      return known.every(([address, quorum]) => address.includes(String(master.port)) && quorum.startsWith('+OK 3'));
    },
  };
  while (!(await redis.isSettled())) await pause(100);
  return redis;
}

const configurationOf = ({ port }) => `sentinel monitor ours 127.0.0.1 ${port} 2
sentinel down-after-milliseconds ours 1000
sentinel failover-timeout ours 2000
`;

/** A server with a folder of its own, since replicas store what they get from their master. */
export async function startNode(folder, index, settings = []) {
  const home = join(folder, `redis-${index}`);
  mkdirSync(home);
  const node = await startRedis({ settings: ['--dir', home, ...settings] });
  if (node === null) throw new Error('redis-server is not installed.');
  return node;
}

/** Empty when the server is away. */
export const answerOf = (node, command) => node.ask(command).catch(() => '');

/** The number of replicas that follow a master. */
export const isOnline = async (master) => (await answerOf(master, 'INFO replication')).match(/state=online/g)?.length ?? 0;
