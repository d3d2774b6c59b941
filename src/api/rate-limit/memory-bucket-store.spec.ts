import { MemoryBucketStore } from './memory-bucket-store';

const write = (key: string, perMinute = 2) => ({ name: 'write', key, shard: 'owner', perMinute });
const account = (key: string, perMinute = 3) => ({ name: 'user_aggregate', key, shard: 'owner', perMinute });

describe('MemoryBucketStore', () => {
  let nowMs: number;
  let store: MemoryBucketStore;

  beforeEach(() => {
    nowMs = 1234.5678;
    store = new MemoryBucketStore(() => nowMs);
  });

  const isAllowed = async (...buckets: Parameters<MemoryBucketStore['take']>[0]): Promise<boolean> => (await store.take(buckets)).allowed;

  it('counts each key and each name for itself', async () => {
    expect([await isAllowed(write('a')), await isAllowed(write('a')), await isAllowed(write('a'))]).toEqual([true, true, false]);
    expect([await isAllowed(write('b')), await isAllowed({ ...write('a'), name: 'read' })]).toEqual([true, true]);
  });

  it('takes from all buckets of a request or from none', async () => {
    expect(await isAllowed(write('a'), account('owner'))).toBe(true);
    expect(await isAllowed(write('a'), account('owner'))).toBe(true);
    const refused = await store.take([write('a'), account('owner')]);
    expect(refused).toMatchObject({
      allowed: false,
      refusedBy: 'write',
      retryAfterSeconds: 30,
      states: [{ remaining: 0 }, { remaining: 1 }],
    });
    expect(await isAllowed(write('b'), account('owner'))).toBe(true);
    expect(await store.take([write('b'), account('owner')])).toMatchObject({
      allowed: false,
      refusedBy: 'user_aggregate',
    });
  });

  it('gives to simultaneous requests no more than there is', async () => {
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => isAllowed(write('a', 40))));
    expect(outcomes.filter(Boolean)).toHaveLength(40);
  });

  it('puts back a token that was taken, and no more than the bucket holds', async () => {
    await store.take([write('a')]);
    await store.take([write('a')]);
    await store.putBack(write('a'));
    expect([await isAllowed(write('a')), await isAllowed(write('a'))]).toEqual([true, false]);
    nowMs += 60_000;
    await store.putBack(write('a'));
    await store.putBack(write('never used'));
    expect(await store.take([write('a')])).toMatchObject({ states: [{ remaining: 1 }] });
    expect(await store.take([write('never used')])).toMatchObject({ states: [{ remaining: 1 }] });
  });

  it('gives one back as time goes by', async () => {
    await store.take([write('a')]);
    await store.take([write('a')]);
    nowMs += 29_999;
    expect(await isAllowed(write('a'))).toBe(false);
    nowMs += 1;
    expect(await isAllowed(write('a'))).toBe(true);
  });

  it('remembers a bucket until it is full again', async () => {
    await store.take([write('a', 1)]);
    for (let second = 1; second < 60; second++) {
      nowMs += 1000;
      await store.take([write(`other ${second}`)]);
      expect(await isAllowed(write('a', 1))).toBe(false);
    }
    nowMs += 1000;
    expect(await isAllowed(write('a', 1))).toBe(true);
  });

  it('remembers it across the change of generations, whenever it was used', async () => {
    for (let second = 0; second < 600; second += 7) {
      nowMs = second * 1000;
      const key = `key ${second}`;
      await store.take([write(key, 1)]);
      nowMs += 59_000;
      expect(await isAllowed(write(key, 1))).toBe(false);
    }
  });

  it('forgets buckets that nobody uses', async () => {
    for (let index = 0; index < 1000; index++) await store.take([write(`key ${index}`)]);
    expect(store.size).toBe(1000);
    for (let minute = 0; minute < 5; minute++) {
      nowMs += 60_000;
      await store.take([write('one')]);
    }
    expect(store.size).toBeLessThanOrEqual(2);
  });

  it('holds a bounded number of buckets and goes on refusing those in use', async () => {
    for (let index = 0; index < 130_000; index++) {
      if (index % 10_000 === 0) await store.take([write('busy', 1)]);
      await store.take([write(`key ${index}`)]);
    }
    expect(store.size).toBeLessThanOrEqual(100_000);
    expect(await isAllowed(write('key 129999', 1))).toBe(false);
  });

  it('reads a monotonic clock unless told otherwise', async () => {
    const real = new MemoryBucketStore();
    expect((await real.take([write('a', 1)])).allowed).toBe(true);
    expect((await real.take([write('a', 1)])).allowed).toBe(false);
  });
});
