import { ObjectStoreError } from '../platform/storage/object-store';
import { UploadGate } from './uploads.service';

const away = () => Promise.reject(new ObjectStoreError('unavailable', 'away'));
const refused = (message: string) => ({ name: 'ObjectStoreError', reason: 'unavailable', message });
const done = () => Promise.resolve();

let gate: UploadGate;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  gate = new UploadGate();
});
afterEach(() => jest.useRealTimers());

const failTimes = async (count: number) => {
  for (let failed = 0; failed < count; failed += 1) await expect(gate.pass(away)).rejects.toThrow('away');
};

describe('a store that has failed five times in a row', () => {
  it('is not asked for five seconds, and then by one upload, on which the others wait', async () => {
    await failTimes(5);
    await expect(gate.pass(done)).rejects.toMatchObject(refused('The store has just failed.'));
    jest.advanceTimersByTime(5_000);
    let end = (): void => undefined;
    const test = gate.pass(() => new Promise<void>((ended) => (end = ended)));
    await expect(gate.pass(done)).rejects.toMatchObject(refused('The store has just failed.'));
    end();
    await test;
    await expect(gate.pass(done)).resolves.toBeUndefined();
  });

  it('is asked as before when one of them has succeeded', async () => {
    await failTimes(4);
    await gate.pass(done);
    await failTimes(4);
    await expect(gate.pass(done)).resolves.toBeUndefined();
  });
});

it('is not closed by errors of anything else than the store', async () => {
  const other = () => Promise.reject(new Error('the client has left'));
  for (let failed = 0; failed < 10; failed += 1) await expect(gate.pass(other)).rejects.toThrow('the client has left');
  await expect(gate.pass(done)).resolves.toBeUndefined();
});

it('lets 128 uploads be under way, and another one when one of them has ended', async () => {
  const ends: (() => void)[] = [];
  const waiting = Array.from({ length: 128 }, () => gate.pass(() => new Promise<void>((ended) => ends.push(ended))));
  await expect(gate.pass(done)).rejects.toMatchObject(refused('Too many uploads wait for the store.'));
  ends[0]!();
  await waiting[0];
  await expect(gate.pass(done)).resolves.toBeUndefined();
  ends.forEach((end) => end());
  await Promise.all(waiting);
});
