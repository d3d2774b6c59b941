import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { portToKeep } from './ports.mjs';
import { launch } from './processes.mjs';

/**
 * A Redis server without persistence and without eviction, as the service needs it, which can be killed and started on the same port. Null
 * where redis-server is not installed. `settings` are further parameters of the program, after those of a file.
 */
export async function startRedis({ file, settings = [] } = {}) {
  const port = await portToKeep();
  let running = null;
  const redis = {
    port,
    url: `redis://127.0.0.1:${port}`,
    /** Starts the server with these parameters besides. */
    start: async (...more) => {
      running = launch('redis-server', [...(file ? [file] : []), ...parametersFor(port), ...settings, ...more], {});
      const isInstalled = Promise.race([once(running.child, 'spawn').then(() => true), running.ended.catch(() => false)]);
      if (!(await isInstalled)) return false;
      while (!(await accepts(port))) await pause(10);
      return true;
    },
    kill: async () => {
      running.child.kill('SIGKILL');
      await running.ended;
    },
    signal: (name) => running.child.kill(name),
    /** Sends a command in the inline format, and resolves with the beginning of the reply, which is all of a short one. */
    ask: (command) => ask(port, command),
  };
  return (await redis.start()) ? redis : null;
}

const parametersFor = (port) => ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--maxmemory-policy', 'noeviction'];

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

async function ask(port, command) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${command}\r\n`);
  const [reply] = await once(socket, 'data', { signal: AbortSignal.timeout(2_000) });
  socket.destroy();
  return reply.toString().trim();
}
