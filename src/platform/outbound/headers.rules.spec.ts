import { wireHeaderFaults } from './headers.rules';

it.each([
  ['X-Token', 'abc 123'],
  ['Authorization', 'Bearer a.b.c=='],
  ['x_underscore.and~more', ''],
  ['Accept', 'a\tb'],
  ['webhook-id', 'msg_1'],
])('accepts %p', (name, value) => {
  expect(wireHeaderFaults(name, value)).toEqual([]);
});

it.each([
  'Host',
  'content-length',
  'Transfer-Encoding',
  'CONNECTION',
  'Keep-Alive',
  'Upgrade',
  'TE',
  'Trailer',
  'Expect',
])('keeps %p to the client', (name) => {
  expect(wireHeaderFaults(name, 'x')).toEqual(['This header is set by the service.']);
});

it.each(['', ' ', 'X Token', 'X:Token', 'X\r\nEvil', 'X\0', 'Zoë', '(x)', 'x\u010a'])('refuses the name %p', (name) => {
  expect(wireHeaderFaults(name, 'x')).toContain('Use letters, digits and hyphens in the name of a header.');
});

it.each(['a\r\nEvil: 1', 'a\n', '\r', 'a\0b', 'a\x7f', 'Zoë', '\u010a', '\u2028', 'a\x0bb'])(
  'refuses the value %p',
  (value) => {
    expect(wireHeaderFaults('X-Token', value)).toEqual(['Use printable ASCII characters in the value of a header.']);
  },
);

it('refuses names and values without bounds', () => {
  expect(wireHeaderFaults('x'.repeat(128), 'y'.repeat(8192))).toEqual([]);
  expect(wireHeaderFaults('x'.repeat(129), 'y'.repeat(8193))).toHaveLength(2);
});

it('never repeats what it refuses', () => {
  expect(wireHeaderFaults('secret name', 'secret\nvalue').join()).not.toContain('secret');
});
