import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, launch } from './processes.mjs';

/** The address of a Redis server without eviction, as the service needs it; null where redis-server is not installed. */
export async function startRedis() {
  const port = await freePort();
  const { child, ended } = launchRedis(port);
  const isInstalled = await Promise.race([once(child, 'spawn').then(() => true), ended.catch(() => false)]);
  if (!isInstalled) return null;
  while (!(await accepts(port))) await pause(10);
  return `redis://127.0.0.1:${port}`;
}

export function launchRedis(port) {
  const settings = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--maxmemory-policy', 'noeviction'];
  return launch('redis-server', settings.map(String), {});
}

/** True when something on this machine listens on the port. */
export async function accepts(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
