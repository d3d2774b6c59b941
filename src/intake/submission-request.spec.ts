import { clientNetworkOf } from './submission-request';

it.each([
  ['192.0.2.7:51234', '192.0.2.0/24'],
  ['[2001:db8:1:2::9]:51234', '2001:db8:1::/48'],
  ['unknown', null],
])('stores of the address %p only the network %p', (address, network) => {
  expect(clientNetworkOf(address)).toBe(network);
});
