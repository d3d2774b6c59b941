import { storedNetwork } from './visitor.rules';

it.each([
  ['192.0.2.7:51234', '192.0.2.0/24'],
  ['[2001:db8:1:2::9]:51234', '2001:db8:1::/48'],
  ['unknown', null],
])('keeps %p as %p', (address, network) => {
  expect(storedNetwork(address)).toBe(network);
});
