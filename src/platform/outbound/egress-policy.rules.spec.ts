import { EgressPolicy, hostOf } from './egress-policy.rules';

const closed = new EgressPolicy({ allowHosts: [], allowCidrs: [] });

describe('without exceptions', () => {
  it('permits public addresses at the ports of the web and from 1024 up', () => {
    expect([80, 443, 1024, 65_535].every((port) => closed.permits('example.com', '8.8.8.8', port))).toBe(true);
    expect([1, 22, 25, 81, 1023].some((port) => closed.permits('example.com', '8.8.8.8', port))).toBe(false);
  });

  it('permits no private address', () => {
    expect(closed.permits('example.com', '10.0.0.1', 443)).toBe(false);
    expect(closed.permits('example.com', '', 443)).toBe(false);
  });
});

describe('exceptions', () => {
  it('open a network at any port, and nothing beside it', () => {
    const policy = new EgressPolicy({ allowHosts: [], allowCidrs: ['10.1.0.0/16'] });
    expect(policy.permits('crm.example.com', '10.1.2.3', 25)).toBe(true);
    expect(policy.permits('crm.example.com', '10.2.0.1', 443)).toBe(false);
  });

  it('open a host wherever it leads, and no other host there', () => {
    const policy = new EgressPolicy({ allowHosts: ['Receiver.Internal.'], allowCidrs: [] });
    expect(policy.permits('receiver.internal', '10.2.0.1', 25)).toBe(true);
    expect(policy.permits('a.receiver.internal', '10.2.0.1', 443)).toBe(false);
  });

  it.each([
    ['::1', '::1'],
    ['[::1]', '::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['127.1', '127.0.0.1'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
  ])('may spell the host as %p', (text, host) => {
    expect(new EgressPolicy({ allowHosts: [text], allowCidrs: [] }).allowsHost(host)).toBe(true);
  });

  it.each(['', 'http://a', 'a/b', 'a:80', 'a:8080', '[::1]:80', 'u@a', 'a b', 'a?b', 'a#b', '*', '*.a'])('refuse %p as a host', (text) => {
    expect(() => new EgressPolicy({ allowHosts: [text], allowCidrs: [] })).toThrow();
  });

  it('that are malformed are refused when the policy is made', () => {
    expect(() => new EgressPolicy({ allowHosts: ['http://a'], allowCidrs: [] })).toThrow('http://a');
    expect(() => new EgressPolicy({ allowHosts: [], allowCidrs: ['10.0.0.0/99'] })).toThrow('10.0.0.0/99');
  });
});

it.each([
  ['http://EXAMPLE.com./', 'example.com'],
  ['http://[::FFFF:127.0.0.1]:8080/', '::ffff:7f00:1'],
  ['http://0x7f.1/', '127.0.0.1'],
])('finds in %p the host %p', (url, host) => {
  expect(hostOf(new URL(url))).toBe(host);
});
