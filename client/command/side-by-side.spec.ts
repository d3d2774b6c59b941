import { sideBySide } from './side-by-side.js';

describe('sideBySide', () => {
  it('answers in the order of the items, with no more at a time than asked for', async () => {
    let [running, most] = [0, 0];
    const results = await sideBySide([30, 10, 20, 0, 5], 2, async (item) => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < item; turn++) await Promise.resolve();
      running--;
      return item * 2;
    });
    expect(results).toEqual([60, 20, 40, 0, 10]);
    expect(most).toBe(2);
  });

  it('fails with the first error, and does nothing for no items', async () => {
    await expect(sideBySide([1], 3, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await sideBySide([], 3, () => Promise.reject(new Error('no')))).toEqual([]);
  });
});
