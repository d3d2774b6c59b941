import { fixedHostOf, isAllowedHost, normalizedHost } from './allowed-hosts.rules';

describe('normalizedHost', () => {
  it.each([
    ['crm.example', 'crm.example'],
    ['CRM.Example.', 'crm.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['127.1', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['::1', '::1'],
    ['[0:0::1]', '::1'],
  ])('writes %s as %s', (text, host) => {
    expect(normalizedHost(text)).toBe(host);
  });

  it.each([
    '',
    '.',
    ' ',
    'https://crm.example',
    'crm.example/x',
    'crm.example:443',
    '*.example',
    'a@crm.example',
    'a?b',
    'a#b',
    'a\\b',
    'a b',
  ])('takes %j for no host', (text) => {
    expect(normalizedHost(text)).toBeNull();
  });
});

describe('isAllowedHost', () => {
  const HOSTS = ['crm.example', 'xn--bcher-kva.example', '::1', '127.0.0.1'];

  it.each([
    'https://crm.example',
    'http://crm.example:8443/x',
    'HTTPS://CRM.EXAMPLE./x',
    'https://bücher.example/',
    'https://xn--bcher-kva.example/',
    'http://[::0001]/',
    'http://2130706433/',
    'https://cr%6D.example/',
    'https:\\\\crm.example\\@evil.example/',
    'https://crm.example/?@evil.example',
  ])('allows %s', (url) => {
    expect(isAllowedHost(url, HOSTS)).toBe(true);
  });

  it.each([
    'https://evil.example/',
    'https://crm.example@evil.example/',
    'https://crm.example:443@evil.example/',
    'https://evil.example\\@crm.example/',
    'https://evil.example#@crm.example/',
    'https://evil.example?crm.example',
    'https://crm.example.evil.example/',
    'https://a.crm.example/',
    'https://xcrm.example/',
    'https://crm.example../',
    'https://crm。example。evil/',
    'http://[::2]/',
    'http://[::ffff:127.0.0.1]/',
    '//crm.example/',
    'crm.example',
    '',
  ])('allows no %s', (url) => {
    expect(isAllowedHost(url, HOSTS)).toBe(false);
  });

  it('allows every address where there are no hosts', () => {
    expect(isAllowedHost('https://evil.example/', [])).toBe(true);
  });
});

describe('fixedHostOf', () => {
  it.each([
    ['https://crm.example', 'crm.example'],
    ['https://crm.example/{{ x }}', 'crm.example'],
    [' HTTPS://CRM.example:8443?{{ x }}', 'crm.example'],
    ['https://crm.example#{% if x %}', 'crm.example'],
    ['https:\\\\crm.example\\{{ x }}', 'crm.example'],
    ['https:///crm.example/{{ x }}', 'crm.example'],
    ['ht\ntps://crm.ex\tample/{{ x }}', 'crm.example'],
    ['https://me@crm.example/{{ x }}@evil', 'crm.example'],
    ['http://[::1]/{{ x }}', '::1'],
  ])('finds the host of %j', (address, host) => {
    expect(fixedHostOf(address)).toBe(host);
  });

  it.each([
    '{{ x }}',
    'https://{{ x }}/',
    'https://crm.example{{ x }}',
    'https://crm.example:{{ x }}/',
    'https://crm.example{% if x %}/{% endif %}',
    '{{ x }}https://crm.example/',
    '\u0001https://crm.example/{{ x }}',
    'crm.example/{{ x }}',
    'crm.example',
    '',
  ])('finds none in %j, where a value decides it or that is no address', (address) => {
    expect(fixedHostOf(address)).toBeNull();
  });
});
