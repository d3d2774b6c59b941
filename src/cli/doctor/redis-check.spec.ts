import { redisFinding } from './redis-check';

const infoOf = (version: string, policy: string) =>
  `# Server\r\nredis_version:${version}\r\nredis_mode:standalone\r\n# Memory\r\nmaxmemory:0\r\nmaxmemory_policy:${policy}\r\n`;

describe('a Redis', () => {
  it.each(['6.2.0', '6.10.1', '7.0.15', '10.0.0'])('is ok with version %s and without eviction', (version) => {
    expect(redisFinding(infoOf(version, 'noeviction'))).toMatchObject({ verdict: 'ok', remedy: null });
  });

  it.each(['6.0.20', '5.0.14', '2.8.9'])('is too old with version %s', (version) => {
    expect(redisFinding(infoOf(version, 'noeviction'))).toMatchObject({
      verdict: 'failed',
      finding: `It is Redis ${version}.`,
    });
  });

  it('that may evict jobs is a warning', () => {
    expect(redisFinding(infoOf('7.2.4', 'allkeys-lru'))).toMatchObject({
      verdict: 'warning',
      finding: expect.stringContaining('allkeys-lru'),
      remedy: expect.stringContaining('noeviction'),
    });
  });

  it('that does not report its policy is a warning', () => {
    expect(redisFinding('redis_version:7.4.0\n')).toMatchObject({ verdict: 'warning' });
  });

  it('that does not report its version is a warning', () => {
    expect(redisFinding('')).toMatchObject({ verdict: 'warning', finding: 'Redis does not report its version.' });
  });

  it('is a node of a cluster only where REDIS_URL says so', () => {
    const node = infoOf('7.0.15', 'noeviction').replace('standalone', 'cluster');
    expect(redisFinding(node, true).verdict).toBe('ok');
    expect(redisFinding(node)).toMatchObject({
      verdict: 'failed',
      remedy: expect.stringContaining('redis+cluster://'),
    });
    expect(redisFinding(infoOf('7.0.15', 'noeviction'), true).verdict).toBe('failed');
  });
});
