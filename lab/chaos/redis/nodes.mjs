import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startRedis } from '../../support/redis.mjs';

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
