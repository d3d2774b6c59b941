import { headerFaults, wireHeaderFaults } from './headers.rules';

it.each([
  ['X-Token', 'abc 123'],
  ['Authorization', 'Bearer a.b.c=='],
  ['x_underscore.and~more', ''],
  ['Accept', 'a\tb'],
])('lets a user set %p', (name, value) => {
  expect(headerFaults(name, value)).toEqual([]);
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

it.each(['webhook-id', 'Webhook-Signature', 'WEBHOOK-anything'])('keeps %p to the service', (name) => {
  expect(headerFaults(name, 'x')).toHaveLength(1);
  expect(wireHeaderFaults(name, 'x')).toEqual([]);
});

it.each(['', ' ', 'X Token', 'X:Token', 'X\r\nEvil', 'X\0', 'Zoë', '(x)', 'x\u010a'])('refuses the name %p', (name) => {
  expect(headerFaults(name, 'x')).toContain('Use letters, digits and hyphens in the name of a header.');
});

it.each(['a\r\nEvil: 1', 'a\n', '\r', 'a\0b', 'a\x7f', 'Zoë', '\u010a', '\u2028', 'a\x0bb'])(
  'refuses the value %p',
  (value) => {
    expect(headerFaults('X-Token', value)).toEqual(['Use printable ASCII characters in the value of a header.']);
  },
);

it('refuses names and values without bounds', () => {
  expect(headerFaults('x'.repeat(128), 'y'.repeat(8192))).toEqual([]);
  expect(headerFaults('x'.repeat(129), 'y'.repeat(8193))).toHaveLength(2);
});

it('never repeats what it refuses', () => {
  expect(headerFaults('secret name', 'secret\nvalue').join()).not.toContain('secret');
});
