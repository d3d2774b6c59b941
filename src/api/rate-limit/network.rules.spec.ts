import { clientNetworkOf, networkOf } from './network.rules';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51234', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:51234', '192.0.2.7'],
  ['::ffff:7f00:1', '127.0.0.1'],
  ['[::ffff:c000:207]:51234', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]:51234', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
  ['', ''],
])('counts %p as %p', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['192.0.2.7:51234', '192.0.2.0/24'],
  ['[2001:db8:1:2::9]:51234', '2001:db8:1::/48'],
  ['unknown', null],
])('stores of the address %p only the network %p', (address, network) => {
  expect(clientNetworkOf(address)).toBe(network);
});
