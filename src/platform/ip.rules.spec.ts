import fc from 'fast-check';
import { isInNetwork, parseAddress, parseNetwork, parseUnmappedAddress } from './ip.rules';

describe('an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:0DB8::0:9', '2001:db8::9'],
    ['fe80::1%eth0.1-a', 'fe80::1'],
    ['::ffff:7f00:1', '::ffff:7f00:1'],
  ])('is read from %s', (text, address) => {
    expect(parseAddress(text)?.toString()).toBe(address);
  });

  it('is read from every text that Node takes for one', () => {
    fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => parseAddress(text) !== null));
  });

  it.each(['', 'localhost', '127.1', '0x7f000001', '2130706433', '0177.0.0.1', '[::1]', '8.8.8.8 ', '8.8.8.8/32'])(
    'is not read from %j',
    (text) => {
      expect(parseAddress(text)).toBeNull();
    },
  );

  it.each([
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:7f00:1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:c000:207', '192.0.2.7'],
    ['::ffff:0:192.0.2.7', '::ffff:0:c000:207'],
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
  ])('in mapped notation becomes IPv4: %s', (text, address) => {
    expect(parseUnmappedAddress(text)?.toString()).toBe(address);
  });
});

describe('a network', () => {
  const written = (text: string) => {
    const network = parseNetwork(text);
    return network && `${network.address.toString()}/${network.prefixLength}`;
  };

  it.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['10.1.2.3', '10.1.2.3/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['FD00::/8', 'fd00::/8'],
    ['::1', '::1/128'],
  ])('is read from %s', (text, network) => {
    expect(written(text)).toBe(network);
  });

  it.each(['', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', '10.0/8', '010.0.0.0/8', 'fd00::/x'])(
    'is not read from %j',
    (text) => {
      expect(parseNetwork(text)).toBeNull();
    },
  );

  it('holds addresses of its own family', () => {
    const isIn = (address: string, network: string) => isInNetwork(parseAddress(address)!, parseNetwork(network)!);
    expect(isIn('10.255.0.1', '10.0.0.0/8')).toBe(true);
    expect(isIn('11.0.0.1', '10.0.0.0/8')).toBe(false);
    expect(isIn('fd12::1', 'fd12::/32')).toBe(true);
    expect(isIn('::ffff:10.0.0.1', '10.0.0.0/8')).toBe(false);
    expect(isIn('10.0.0.1', '::/0')).toBe(false);
  });
});
