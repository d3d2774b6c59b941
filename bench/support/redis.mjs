import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './processes.mjs';

/** A Redis server without eviction, as the service needs it; null where redis-server is not installed. */
export async function startRedis() {
  const port = await freePort();
  const settings = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--maxmemory-policy', 'noeviction'];
  const server = spawn('redis-server', settings.map(String), { stdio: 'ignore' });
  const isInstalled = await Promise.race([
    once(server, 'spawn').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  if (!isInstalled) return null;
  process.on('exit', () => server.kill('SIGKILL'));
  while (!(await accepts(port))) await pause(10);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

async function accepts(port) {
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
