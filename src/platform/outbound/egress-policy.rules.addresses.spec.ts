import fc from 'fast-check';
import { addressSet, isPublicAddress } from './egress-policy.rules';

describe('public addresses', () => {
  it.each([
    ['an IPv4 host', '93.184.215.14'],
    ['an IPv4 address beside the private networks', '11.0.0.1'],
    ['the last address before carrier-grade NAT', '100.63.255.255'],
    ['the first address after carrier-grade NAT', '100.128.0.0'],
    ['the neighbour of 172.16.0.0/12', '172.32.0.1'],
    ['the neighbour of the benchmark network', '198.20.0.0'],
    ['the last address before multicast', '223.255.255.255'],
    ['an IPv6 host', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
    ['an IPv6 address after the protocol assignments', '2001:200::1'],
  ])('are %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private 10/8', '10.255.255.255'],
    ['private 172.16/12', '172.31.255.255'],
    ['private 192.168/16', '192.168.0.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['a metadata service inside carrier-grade NAT', '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['the far end of loopback', '127.255.255.254'],
    ['link-local', '169.254.0.1'],
    ['cloud metadata', '169.254.169.254'],
    ['the host of an Azure machine', '168.63.129.16'],
    ['protocol assignments', '192.0.0.192'],
    ['documentation 1', '192.0.2.1'],
    ['documentation 2', '198.51.100.1'],
    ['documentation 3', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmark', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['administratively scoped multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 unspecified', '::'],
    ['IPv6 loopback', '::1'],
    ['IPv4-mapped, even of a public address', '::ffff:93.184.215.14'],
    ['IPv4-mapped in hexadecimal', '::ffff:7f00:1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 for local use', '64:ff9b:1::7f00:1'],
    ['discard', '100::1'],
    ['Teredo', '2001::1'],
    ['IPv6 benchmark', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['longer IPv6 documentation', '3fff::1'],
    ['6to4', '2002:7f00:1::'],
    ['segment routing', '5f00::1'],
    ['unique local', 'fd00::1'],
    ['IPv6 metadata', 'fd00:ec2::254'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 not assigned', '4000::1'],
  ])('are not %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['', 'localhost', '127.1', '0x7f000001', '2130706433', '0177.0.0.1', '[::1]', '8.8.8.8 ', '8.8.8.8/32', '::g'])(
    'are not accepted in the notation %p',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );

  it('are never found in the IPv4-mapped notation', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => !isPublicAddress(`::ffff:${address}`)));
  });

  it('are never found outside 2000::/3', () => {
    const outside = fc.ipV6().filter((address) => !/^[23][\da-f]{3}:/i.test(address));
    fc.assert(fc.property(outside, (address) => !isPublicAddress(address)));
  });
});

describe('address sets', () => {
  it('hold networks and single addresses of both families', () => {
    const has = addressSet(['10.1.0.0/16', '192.168.7.7', 'fd12::/32', '::1']);
    const inside = ['10.1.2.3', '192.168.7.7', 'fd12:0:1::1', '::1'];
    const outside = ['10.2.0.0', '192.168.7.8', 'fd13::1', '::2', 'localhost', ''];
    expect(inside.filter(has)).toEqual(inside);
    expect(outside.filter(has)).toEqual([]);
  });

  it('keep the families apart', () => {
    expect(addressSet(['::ffff:0:0/96'])('8.8.8.8')).toBe(false);
    expect(addressSet(['10.0.0.0/8'])('::ffff:10.0.0.1')).toBe(false);
  });

  it('are empty without networks', () => {
    expect(addressSet([])('10.0.0.1')).toBe(false);
  });

  it.each(['', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', '10.0/8', 'localhost', 'fd00::/x'])(
    'refuse %p',
    (text) => {
      expect(() => addressSet([text])).toThrow('CIDR');
    },
  );
});
