import { Cluster, Redis } from 'ioredis';
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
});
