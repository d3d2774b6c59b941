/** Values and texts that programs tend to handle badly. */

export const HOSTILE_TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'a\udfff', '\u202e\u200b\ufeff', '\u2028\u2029', '🏳️‍🌈'.repeat(20), 'x'.repeat(256)],
  ...['x'.repeat(5_000), 'é'.repeat(255), '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '_gotcha'],
  ...['_redirect', 'null', 'undefined', 'NaN', '-0', '1e309', '9223372036854775808', '0x10', '٣', '１', 'true'],
  ...["'; select pg_sleep(0) --", '\\\'"`', '%', '_%\\', '${7*7}', '{{ 7 | times: 7 }}'],
  ...['{% for i in (1..100000000) %}x{% endfor %}', '{{ secrets.X }}{% raw %}', '<script>alert(1)</script>', 'javascript:alert(1)'],
  ...['http://169.254.169.254/', 'http://[::1]:5432/', 'https://user:pass@example.com', '//example.com', '../../etc/passwd'],
  ...['=cmd|calc', 'a\r\nSet-Cookie: a=b', '2026-02-30', '2026-11-22T25:00:00Z', '0000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z'],
  ...['9999-12-31T23:59:59.999999999+14:00', 'infinity', '*', 'W/"x"', '"f-'],
];

const HOSTILE_NUMBERS = [
  ...[0, -0, -1, 0.1, 1e-7, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 53 + 2, 2 ** 63, -(2 ** 63), 1e21, 1e308, 5e-324],
];

/** JSON texts for numbers that JavaScript does not write. */
export const HOSTILE_NUMBER_TEXTS = ['1e309', '-1e309', '-0', '1E+400', '0.' + '1'.repeat(400), '9'.repeat(400), '1e-400'];

export const hostileValue = (random) =>
  random.pick([
    () => random.pick(HOSTILE_TEXTS),
    () => random.pick(HOSTILE_NUMBERS),
    () => random.pick([null, true, false, [], {}, [[]], [null], [{}], '']),
    () => nested(random.pick([5, 31, 32, 33, 200, 2_000]), random),
    () => Array.from({ length: random.pick([10, 101, 1_000]) }, () => random.pick([0, 'a', null])),
    () => Object.fromEntries(Array.from({ length: random.pick([10, 300]) }, (_, n) => [`k${n}`, n])),
  ])();

function nested(depth, random) {
  const isArray = random.chance(0.5);
  let value = 1;
  for (let level = 0; level < depth; level += 1) value = isArray ? [value] : { a: value };
  return value;
}
