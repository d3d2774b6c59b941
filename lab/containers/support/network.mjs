import { randomInt } from 'node:crypto';

const ATTEMPTS = 5;

/** A network with addresses that stay the same when a container is started again. Resolves with the first parts of these addresses. */
export async function createNetwork(engine, name) {
  for (let attempt = 1; ; attempt += 1) {
    const prefix = `10.${randomInt(200, 250)}.${randomInt(0, 256)}`;
    try {
      await engine.call('network', 'create', '--subnet', `${prefix}.0/24`, name);
      return prefix;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error; // another network has the addresses, or there is another reason
    }
  }
}

/**
 * The configuration of nginx for this engine: with its name server, or with the addresses of the API processes for an nginx that
 * resolves no names of instances, as the file itself says.
 */
export function nginxFor(text, { version, nameServer, addresses }) {
  if (isAtLeast(version, [1, 27, 3])) return text.replace('resolver 127.0.0.11', `resolver ${nameServer}`);
  const lines = addresses.map((address) => `server ${address}:3000 max_fails=1 fail_timeout=2s;`);
  return text.replace(/^ *resolver .*$/m, '').replace(/server api:3000 .*/, lines.join('\n'));
}

function isAtLeast(version, wanted) {
  const parts = version.split('.').map(Number);
  const differing = wanted.findIndex((part, index) => part !== parts[index]);
  return differing === -1 || parts[differing] > wanted[differing];
}
