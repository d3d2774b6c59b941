import { originWarnings, reachOf } from './origin-reach.rules';

it.each([
  ['http://*.co.uk', 'registry'],
  ['https://*.com.au:8443', 'registry'],
  ['https://*.kawasaki.jp', 'registry'],
  ['https://*.xn--55qx5d.cn', 'registry'],
  ['https://*.github.io', 'provider'],
  ['https://*.vercel.app', 'provider'],
  ['null', 'opaque'],
  ['https://*.example.co.uk', null],
  ['https://*.ada.github.io', null],
  ['https://*.example.com', null],
  ['https://*.intranet.internal', null],
  ['https://github.io', null],
  ['capacitor://localhost', null],
  ['*', null],
])('%s is open to names of a %s', (origin, reach) => {
  expect(reachOf(origin)).toBe(reach);
});

it('warns of each entry that lets in whoever wants to, and of none beside one that says so', () => {
  const origins = ['https://example.com', 'null', 'https://*.github.io'];
  expect(originWarnings(origins)).toEqual([expect.stringContaining('null'), expect.stringContaining('https://*.github.io')]);
  expect(originWarnings(['*', ...origins])).toEqual([]);
});
