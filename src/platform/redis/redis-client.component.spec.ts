import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Cluster, Redis } from 'ioredis';
import { atEnd } from '../../../test/support/at-end';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../../../test/support/localhost-certificate';
import { hasRedisServer, startRedisServer } from '../../../test/support/redis-server';
import { freePort } from '../../embedded-postgres/postmaster';
import { connectToRedis } from './redis-client';

describe('a connection to Redis', () => {
  it('goes to one server when there is one address, with TLS when that says so', () => {
    const client = connectToRedis('rediss://ann:p%40ss@127.0.0.1:1/2', { lazyConnect: true }) as Redis;
    expect(client).toBeInstanceOf(Redis);
    expect(client.options).toMatchObject({ username: 'ann', password: 'p@ss', db: 2, tls: true });
  });

  it('goes to a cluster when there are several, and to all of its nodes as to the first address', () => {
    const client = connectToRedis('rediss://ann:p%40ss@127.0.0.1:1,rediss://127.0.0.1:2', {}) as Cluster;
    client.on('error', () => undefined).disconnect();
    expect(client).toBeInstanceOf(Cluster);
    expect(client.options.redisOptions).toMatchObject({ username: 'ann', password: 'p@ss', tls: {} });
  });

  it('needs neither credentials nor TLS in a cluster', () => {
    const client = connectToRedis('redis://127.0.0.1:1,redis://127.0.0.1:2', {}) as Cluster;
    client.on('error', () => undefined).disconnect();
    expect(client.options.redisOptions).not.toHaveProperty('tls');
    expect(client.options.redisOptions).not.toHaveProperty('password');
  });

  it('goes to a cluster of which one address is known', () => {
    const client = connectToRedis('rediss+cluster://:pass@127.0.0.1:1', {}) as Cluster;
    client.on('error', () => undefined).disconnect();
    expect(client).toBeInstanceOf(Cluster);
    expect(client.options.redisOptions).toMatchObject({ password: 'pass', tls: {} });
  });

  it('goes to the master that Sentinels name, with the credentials of the master', () => {
    const url = 'rediss+sentinel://ann:p%40ss@10.0.0.1/our-master/2?sentinel_password=s,rediss+sentinel://[2001:db8::1]:26380';
    const { options } = connectToRedis(url, { lazyConnect: true }) as Redis;
    expect(options).toMatchObject({ name: 'our-master', db: 2, username: 'ann', password: 'p@ss', tls: {} });
    expect(options).toMatchObject({ sentinelPassword: 's', sentinelTLS: {}, enableTLSForSentinelMode: true });
    expect(options.sentinels).toEqual([
      { host: '10.0.0.1', port: 26_379 },
      { host: '2001:db8::1', port: 26_380 },
    ]);
  });
});

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('a Redis with TLS (needs redis-server)', () => {
  it('is trusted by its certificate authority, which NODE_EXTRA_CA_CERTS names, and not without', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tls-'));
    atEnd(() => rm(folder, { recursive: true }));
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    await writeFile(key, LOCALHOST_KEY);
    await writeFile(certificate, LOCALHOST_CERTIFICATE);
    const port = String(await freePort());
    const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
    await startRedisServer('--tls-port', port, '--tls-auth-clients', 'no', ...files);
    const url = `rediss://localhost:${port}`;
    expect(await answerTo(url, { NODE_EXTRA_CA_CERTS: certificate })).toBe('PONG');
    expect(await answerTo(url, {})).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });
});

/** The answer to PING, or the code of the error, in a process with this environment. */
async function answerTo(url: string, env: Record<string, string>): Promise<string> {
  const file = join(__dirname, 'redis-client.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--require', LOADER, '-e', PING, file, url], { env });
  return stdout;
}

const LOADER = require.resolve('@swc-node/register');

const PING = `
  const [, file, url] = process.argv;
  const redis = require(file).connectToRedis(url, {});
  const end = (answer) => process.stdout.write(answer, () => process.exit());
  redis.on('error', ({ code }) => end(code));
  redis.ping().then(end);
`;
