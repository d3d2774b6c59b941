import fc from 'fast-check';
import { countedAddressOf } from './visitor-address.rules';

it.each([
  ['upper case', 'Zoe@Example.COM', 'zoe@example.com'],
  ['what follows a plus', 'zoe+forms+more@example.com', 'zoe@example.com'],
  ['a domain of other letters', 'zoe@BÜCHER.example', 'zoe@xn--bcher-kva.example'],
  ['full-width letters', 'ＺＯＥ@example.com', 'zoe@example.com'],
  ['invisible characters', ' zo\u200be@example.com', 'zoe@example.com'],
  ['a plus in front', '+a@example.com', '@example.com'],
  ['no address at all', ' Zoe ', 'zoe'],
])('counts addresses as one in spite of %s', (_what, address, counted) => {
  expect(countedAddressOf(address)).toBe(counted);
});

it('tells mailboxes and domains apart', () => {
  const addresses = ['zoe@example.com', 'zoe@example.org', 'zo.e@example.com', 'joe@example.com'];
  expect(new Set(addresses.map(countedAddressOf))).toHaveProperty('size', addresses.length);
});

it('counts what it has counted as the same again', () => {
  fc.assert(fc.property(fc.emailAddress(), (address) => countedAddressOf(countedAddressOf(address)) === countedAddressOf(address)));
});
