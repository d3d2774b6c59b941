import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const FIRST = 10_000;
const [firstEphemeral] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').trim().split(/\s+/).map(Number);
const COUNT = Math.max(firstEphemeral, 20_000) - FIRST;
let offset = Math.floor(Math.random() * COUNT);

/**
 * A free port below those that the kernel gives to outgoing connections and to servers that ask for any port, so that no other program
 * gets it while the server of this port is down.
 */
export async function portToKeep() {
  for (let left = COUNT; left > 0; left -= 1) {
    offset = (offset + 1) % COUNT;
    if (await isFree(FIRST + offset)) return FIRST + offset;
  }
  throw new Error(`No port from ${FIRST} to ${FIRST + COUNT - 1} is free.`);
}

async function isFree(port) {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
