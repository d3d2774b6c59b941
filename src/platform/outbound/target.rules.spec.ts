import { EgressPolicy } from './egress-policy.rules';
import { blockedUrlReason, fixedAddresses, targetOf } from './target.rules';

const closed = new EgressPolicy({ allowHosts: [], allowCidrs: [] });

describe('a URL may be a target when it', () => {
  it.each([
    ['is an https address', 'https://hooks.example.com/a?b=c'],
    ['is an http address', 'http://hooks.example.com'],
    ['has an unprivileged port', 'https://hooks.example.com:8443/'],
    ['is a public IPv4 address', 'http://93.184.215.14/'],
    ['is a public IPv6 address', 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/'],
    ['has an international name', 'https://bücher.example/'],
    ['only ends like a private name', 'https://notlocal.example/'],
    ['only contains a private name', 'https://localhost.example.com/'],
  ])('%s', (_what, url) => {
    expect(blockedUrlReason(url, closed)).toBeNull();
  });
});

describe('a URL is no target when it', () => {
  it.each([
    ['is no URL', 'hooks.example.com', 'http://'],
    ['is empty', '', 'http://'],
    ['is a file', 'file:///etc/passwd', 'http://'],
    ['is gopher', 'gopher://example.com/', 'http://'],
    ['is a script', 'javascript:alert(1)', 'http://'],
    ['has a user name', 'https://user@example.com/', 'user name'],
    ['has a password', 'https://:secret@example.com/', 'user name'],
    ['hides the host behind user information', 'https://example.com@127.0.0.1/', 'user name'],
    ['has the port of another protocol', 'https://example.com:25/', 'port'],
    ['has port 0', 'https://example.com:0/', 'port'],
    ['is a private address', 'http://10.0.0.1/', 'public'],
    ['is a private address in IPv6 notation', 'http://[::ffff:10.0.0.1]/', 'public'],
    ['is localhost', 'http://localhost/', 'public'],
    ['is below localhost', 'http://a.localhost./', 'public'],
    ['is an mDNS name', 'http://printer.local/', 'public'],
    ['is an internal name', 'http://metadata.google.internal/', 'public'],
    ['is a name of a home network', 'http://nas.home.arpa/', 'public'],
    ['has a dot for a host', 'http://./', 'public'],
  ])('%s', (_what, url, reason) => {
    expect(blockedUrlReason(url, closed)).toContain(reason);
  });
});

describe('exceptions', () => {
  const open = new EgressPolicy({ allowHosts: ['crm.internal'], allowCidrs: ['127.0.0.0/8'] });

  it.each([
    'http://crm.internal:25/',
    'http://127.0.0.1:22/',
    'http://0x7f000001/',
    'http://localhost:3000/',
    'http://other.internal/', // whether its addresses are open is seen when it is called
  ])('let %p pass', (url) => {
    expect(blockedUrlReason(url, open)).toBeNull();
  });

  it.each(['http://10.0.0.1/', 'http://[::1]/', 'http://u@127.0.0.1/', 'ftp://crm.internal/'])('do not let %p pass', (url) => {
    expect(blockedUrlReason(url, open)).not.toBeNull();
  });
});

it('knows the addresses of literals and of localhost without a look-up, and those of no other name', () => {
  expect(fixedAddresses('8.8.8.8')).toEqual(['8.8.8.8']);
  expect(fixedAddresses('app.localhost')).toEqual(['127.0.0.1', '::1']);
  expect(fixedAddresses('example.com')).toBeNull();
});

it('splits a URL into host and port', () => {
  expect(targetOf('https://Example.com./x')).toMatchObject({ host: 'example.com', port: 443 });
  expect(targetOf('http://[::1]:8080/x')).toMatchObject({ host: '::1', port: 8080 });
  expect(targetOf('http://example.com')).toMatchObject({ port: 80 });
});
