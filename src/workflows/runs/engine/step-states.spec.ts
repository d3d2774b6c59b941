import { withStorableText } from './step-states';

describe('a stored output', () => {
  it.each([null, 'a', 12, true, { a: [1, { b: 'Zoë 🦊' }] }, String.raw`\ud83e and \u0000`, { dry_run: true }])(
    'is the value itself: %j',
    (value) => {
      expect(withStorableText(value)).toEqual(value);
    },
  );

  it('is the same object when PostgreSQL can store it', () => {
    const value = { output: { a: 1 } };
    expect(withStorableText(value)).toBe(value);
  });

  it('has U+FFFD in place of the characters that PostgreSQL refuses, at any depth', () => {
    const value = { a: ['\ud83e', { b: 'x\0y', c: 'ok \udd8a' }], d: '🦊' };
    expect(withStorableText(value)).toEqual({ a: ['\ufffd', { b: 'x\ufffdy', c: 'ok \ufffd' }], d: '🦊' });
  });
});
