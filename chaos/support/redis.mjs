import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { accepts, launchRedis } from '../../bench/support/redis.mjs';
import { portToKeep } from './ports.mjs';

/** A Redis server without persistence, which can be killed and started on the same port. */
export async function startRedis() {
  const port = await portToKeep();
  let running = null;
  const redis = {
    port,
    start: async () => {
      running = launchRedis(port);
      while (!(await accepts(port))) await pause(20);
    },
    kill: async () => {
      running.child.kill('SIGKILL');
      await running.ended;
    },
    signal: (name) => running.child.kill(name),
    /** Sends a command in the inline format, and resolves with the first line of the reply. */
    ask: (command) => ask(port, command),
  };
  await redis.start();
  return redis;
}

async function ask(port, command) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${command}\r\n`);
  const [reply] = await once(socket, 'data', { signal: AbortSignal.timeout(2_000) });
  socket.destroy();
  return reply.toString().trim();
}
