import { freePort } from '../../src/embedded-postgres/postmaster';
import type { RedisServer } from './redis-server';
import { startRedisServer } from './redis-server';
import { waitUntil } from './wait-until';

const SLOTS = 16_384;

/** Starts a cluster of masters that share the slots equally. */
export async function startRedisCluster(size: number): Promise<RedisServer[]> {
  const nodes = await Promise.all(Array.from({ length: size }, () => startNode()));
  const share = Math.ceil(SLOTS / size);
  for (const [index, { ask, address }] of nodes.entries()) {
    const [first, last] = [index * share, Math.min((index + 1) * share, SLOTS) - 1];
    await ask('cluster', 'addslotsrange', String(first), String(last));
    await ask('cluster', 'set-config-epoch', String(index + 1));
    if (index > 0) await nodes[0]!.ask('cluster', 'meet', ...address);
  }
  await Promise.all(nodes.map(({ ask }) => waitUntil(async () => isComplete(String(await ask('cluster', 'info')), size))));
  return nodes;
}

/** The bus port is given, since the default, the port plus 10,000, may not exist. */
async function startNode(): Promise<RedisServer & { address: string[] }> {
  const busPort = String(await freePort());
  const options = ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1', '--cluster-port', busPort];
  const server = await startRedisServer(...options);
  return { ...server, address: ['127.0.0.1', new URL(server.url).port, busPort] };
}

const isComplete = (info: string, size: number): boolean =>
  info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${size}\r`);
