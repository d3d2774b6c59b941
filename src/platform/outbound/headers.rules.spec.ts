import { wireHeaderErrors, wireHeaderValue } from './headers.rules';

it.each([
  ['X-Token', 'abc 123'],
  ['Authorization', 'Bearer a.b.c=='],
  ['x_underscore.and~more', ''],
  ['Accept', 'a\tb'],
  ['webhook-id', 'msg_1'],
  ['X-Name', 'Zoë 漢字 😀 \u2028 \u010a'],
])('accepts %p', (name, value) => {
  expect(wireHeaderErrors(name, value)).toEqual([]);
});

it.each(['Host', 'content-length', 'Transfer-Encoding', 'CONNECTION', 'Keep-Alive', 'Upgrade', 'TE', 'Trailer', 'Expect'])(
  'keeps %p to the client',
  (name) => {
    expect(wireHeaderErrors(name, 'x')).toEqual(['This header is set by the service.']);
  },
);

it.each(['', ' ', 'X Token', 'X:Token', 'X\r\nEvil', 'X\0', 'Zoë', '(x)', 'x\u010a'])('refuses the name %p', (name) => {
  expect(wireHeaderErrors(name, 'x')).toContain('Use letters, digits and hyphens in the name of a header.');
});

it.each(['a\r\nEvil: 1', 'a\n', '\r', 'a\0b', 'a\x7f', 'a\x0bb'])('refuses the value %p', (value) => {
  expect(wireHeaderErrors('X-Token', value)).toEqual(['Leave control characters out of the value of a header.']);
});

it('refuses names and values without bounds', () => {
  expect(wireHeaderErrors('x'.repeat(128), 'y'.repeat(8192))).toEqual([]);
  expect(wireHeaderErrors('x'.repeat(129), 'y'.repeat(8193))).toHaveLength(2);
  expect(wireHeaderErrors('x', 'ë'.repeat(4096))).toEqual([]);
  expect(wireHeaderErrors('x', 'ë'.repeat(4097))).toHaveLength(1);
});

it('never repeats what it refuses', () => {
  expect(wireHeaderErrors('secret name', 'secret\nvalue').join()).not.toContain('secret');
});

it('writes each byte of UTF-8 as one character', () => {
  expect(wireHeaderValue('Zoë')).toBe('Zo\xc3\xab');
  // The low bytes of these code points are line breaks, which a client that truncates characters to bytes would send.
  expect(wireHeaderValue('\u010a\u010d\u{1f60a}')).not.toMatch(/[\r\n\0]/);
});
