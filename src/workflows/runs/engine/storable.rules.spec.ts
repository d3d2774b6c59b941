import { storable } from './storable.rules';

describe('what is stored', () => {
  it.each([null, 'a', 12, true, { a: [1, { b: 'Zoë 🦊' }] }, String.raw`\ud83e and \u0000`, { dry_run: true }])(
    'stays as it is: %j',
    (value) => {
      expect(storable(value)).toEqual(value);
    },
  );

  it('is the very same value when nothing is wrong with it', () => {
    const value = { output: { a: 1 } };
    expect(storable(value)).toBe(value);
  });

  it('has U+FFFD in place of what PostgreSQL refuses, however deep', () => {
    const value = { a: ['\ud83e', { b: 'x\0y', c: 'ok \udd8a' }], d: '🦊' };
    expect(storable(value)).toEqual({ a: ['\ufffd', { b: 'x\ufffdy', c: 'ok \ufffd' }], d: '🦊' });
  });
});
