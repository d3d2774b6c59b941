import fc from 'fast-check';
import { compileOrigins, normalizedOrigins, normalizeOrigin, originErrors } from './origin.rules';

const webOrigins = fc.webUrl({ withFragments: false }).map((address) => new URL(address).origin);

describe('an entry of the allowed origins', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['http://example.com', 'http://example.com'],
    ['HTTPS://Example.COM', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['http://example.com:80/', 'http://example.com'],
    ['https://example.com:80', 'https://example.com:80'],
    ['https://example.com:8443', 'https://example.com:8443'],
    ['https://example.com:08443', 'https://example.com:8443'],
    ['https://example.com:', 'https://example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[2001:DB8::0:1]:8080', 'http://[2001:db8::1]:8080'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://faß.de', 'https://xn--fa-hia.de'],
    ['https://my_site.example.com', 'https://my_site.example.com'],
    ['https://*.example.com', 'https://*.example.com'],
    ['HTTPS://*.Example.com:8443/', 'https://*.example.com:8443'],
    ['http://*.example.com:80', 'http://*.example.com'],
    ['https://*.bücher.example', 'https://*.xn--bcher-kva.example'],
    ['https://*.a.b.example.com', 'https://*.a.b.example.com'],
    ['*', '*'],
    ['null', 'null'],
    ...[
      ...['capacitor://localhost', 'ionic://localhost', 'tauri://localhost', 'app://bundle', 'app://-', 'tauri://localhost:1420'],
      'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
      'moz-extension://2f5a4b3c-6b0f-4f7e-9a57-0d6a1c6c0f11',
      'com.example.app://my_host.example',
    ].map((origin) => [origin, origin]),
  ])('%j is stored as %s', (entry, origin) => {
    expect(normalizeOrigin(entry)).toEqual({ origin });
  });

  it.each([
    '',
    ' ',
    'example.com',
    '//example.com',
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    'https://',
    'https://.',
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'javascript://localhost',
    'data://localhost',
    'blob://localhost',
    'vbscript://localhost',
    'filesystem://localhost',
    'content://localhost',
    'view-source://example.com',
    'mailto://localhost',
    'blob:https://example.com',
    'file://localhost',
    'file://',
    'about://blank',
    'about:blank',
    'data:text/html,x',
    'ws://example.com',
    'capacitor:',
    'capacitor:localhost',
    'capacitor://',
    'capacitor://localhost/',
    'capacitor://localhost/index.html',
    'capacitor://localhost?q',
    'capacitor://user@localhost',
    'capacitor://*',
    'capacitor://*.example.com',
    'capacitor://localhost:99999',
    'Capacitor://localhost',
    'capacitor://LocalHost',
    'JavaScript://localhost',
    ' capacitor://localhost',
    'capacitor://localhost\n',
    'capacitor://löcalhost',
    '1password://localhost',
    'http\u017f://example.com',
    'https://example.com/path',
    'https://example.com//',
    'https://example.com/.',
    'https://example.com?',
    'https://example.com/?q',
    'https://example.com#',
    'https://example.com\\',
    'https://example.com\\.evil.example',
    'https://user@example.com',
    'https://user:secret@example.com',
    'https://@example.com',
    ' https://example.com',
    'https://example.com ',
    'https://example.com\n',
    'https://exam\tple.com',
    'https://example.com\u0000',
    'https://example.com\u0085',
    'https://example.com.',
    'https://example.com。',
    'https://example..com',
    'https://.example.com',
    'https://a,b.com',
    'https://example.com,https://other.example',
    'https://example.com:65536',
    'https://example.com:port',
    'https://exa%mple.com',
    'https://[::1',
    'https://*',
    'https://*.com',
    'https://*.localhost',
    'https://*.com.',
    'https://*example.com',
    'https://**.example.com',
    'https://*.*.example.com',
    'https://a.*.example.com',
    'https://www*.example.com',
    'https://example.*',
    'https://example.com:*',
    '*://example.com',
    '*.example.com',
    'https://%2A.com',
    'https://%2a.example.com',
    'https://＊.example.com',
    'https://*.127.0.0.1',
    'https://*.0.1',
    'https://*.[::1]',
    'NULL',
    'Null',
    '**',
  ])('cannot be %j', (entry) => {
    expect(normalizeOrigin(entry)).toEqual({ error: expect.any(String) });
  });

  it('can have 255 characters and not one more, also once it is written in punycode', () => {
    const ofLength = (length: number) => `https://${'a.'.repeat((length - 9) / 2)}a`;
    expect(normalizeOrigin(ofLength(255))).toEqual({ origin: ofLength(255) });
    expect(normalizeOrigin(ofLength(257))).toEqual({ error: expect.stringContaining('255') });
    expect(normalizeOrigin(`https://${'ü.'.repeat(100)}example`)).toEqual({ error: expect.stringContaining('255') });
  });

  it('is stored in a form that normalizes to itself', () => {
    const wildcards = fc.domain().map((domain) => `https://*.${domain}`);
    fc.assert(
      fc.property(fc.oneof(webOrigins, wildcards), (entry) => {
        const first = normalizeOrigin(entry);
        expect(first).toEqual({ origin: expect.any(String) });
        expect('origin' in first && normalizeOrigin(first.origin)).toEqual(first);
      }),
    );
  });
});

describe('a list of allowed origins', () => {
  it('has an error at each bad entry, in words that do not repeat it', () => {
    const errors = originErrors(['https://a.example', 'secret-host', 'https://*.com']);
    expect(errors.map((error) => error.path)).toEqual(['allowed_origins.1', 'allowed_origins.2']);
    expect(JSON.stringify(errors)).not.toContain('secret-host');
  });

  it('has no wildcard in place of the domains of everybody, which a list of before keeps', () => {
    const errors = originErrors(['http://*.co.uk', 'https://*.example.co.uk', 'https://*.com.au', 'https://*.github.io', 'null']);
    expect(errors.map((error) => error.path)).toEqual(['allowed_origins.0', 'allowed_origins.2']);
    expect(compileOrigins(['http://*.co.uk']).allows('http://a.co.uk')).toBe(true);
  });

  it('can have 50 entries', () => {
    const entries = Array.from({ length: 51 }, (_, index) => `https://site${index}.example`);
    expect(originErrors(entries.slice(1))).toEqual([]);
    expect(originErrors(entries)).toMatchObject([{ path: 'allowed_origins' }]);
  });

  it('keeps the first of equal origins, in the order sent', () => {
    const entries = ['https://b.example/', 'https://a.example', 'HTTPS://B.example:443', '*', '*', 'https://a.example'];
    expect(normalizedOrigins(entries)).toEqual(['https://b.example', 'https://a.example', '*']);
  });
});

const PLAIN = ['https://example.com'];
const WILD = ['https://*.example.com'];

describe('the origin of a submission', () => {
  it.each<[entries: string[], origin: string | undefined]>([
    [[], undefined],
    [[], 'null'],
    [[], 'https://anything.example'],
    [PLAIN, 'https://example.com'],
    [PLAIN, 'https://example.com:443'],
    [PLAIN, 'HTTPS://EXAMPLE.COM'],
    [['http://example.com:80'], 'http://example.com'],
    [['http://example.com'], 'http://example.com:80'],
    [['https://Example.com:443/'], 'https://example.com'],
    [['https://example.com:80'], 'https://example.com:80'],
    [['http://localhost:3000'], 'http://localhost:3000'],
    [['http://[::1]:3000'], 'http://[::1]:3000'],
    [['https://bücher.example'], 'https://xn--bcher-kva.example'],
    [['https://other.example', 'https://example.com'], 'https://example.com'],
    [WILD, 'https://a.example.com'],
    [WILD, 'https://a.b.example.com'],
    [WILD, 'https://A.Example.com:443'],
    [WILD, 'https://xn--bcher-kva.example.com'],
    [['https://*.example.com:8443'], 'https://a.example.com:8443'],
    [['*'], 'https://anything.example'],
    [['*'], 'http://127.0.0.1:5500'],
    [['*'], 'http://[::1]'],
    [['*'], 'chrome-extension://abcdefghijklmnop'],
    [['*'], 'null'],
    [['null'], 'null'],
    [['https://example.com', 'null'], 'null'],
  ])('passes %j as %s', (entries, origin) => {
    expect(compileOrigins(entries).allows(origin)).toBe(true);
  });

  it.each<[entries: string[], origin: string | undefined]>([
    [PLAIN, undefined],
    [PLAIN, ''],
    [PLAIN, 'null'],
    [PLAIN, 'http://example.com'],
    [PLAIN, 'https://example.com:444'],
    [PLAIN, 'https://example.com:80'],
    [PLAIN, 'https://example.com:0443'],
    [PLAIN, 'https://example.com:'],
    [PLAIN, 'https://evilexample.com'],
    [PLAIN, 'https://example.com.evil.io'],
    [PLAIN, 'https://www.example.com'],
    [PLAIN, 'https://example.com.'],
    [PLAIN, 'https://example.com/'],
    [PLAIN, 'https://example.com/path'],
    [PLAIN, 'https://example.com?'],
    [PLAIN, 'https://example.com#'],
    [PLAIN, 'https://example.com@evil.io'],
    [PLAIN, 'https://user@example.com'],
    [PLAIN, 'https://example.com, https://evil.io'],
    [PLAIN, 'https://example.com,https://example.com'],
    [PLAIN, 'https://example.com https://evil.io'],
    [PLAIN, ' https://example.com'],
    [PLAIN, 'https://example.com\u0000'],
    [PLAIN, 'https://example.com\n'],
    [PLAIN, 'https:\\\\example.com'],
    [PLAIN, 'example.com'],
    [PLAIN, '//example.com'],
    [PLAIN, '*'],
    [['https://kelvin.example'], 'https://\u212aelvin.example'],
    [['https://bücher.example'], 'https://bücher.example'],
    [WILD, 'https://example.com'],
    [WILD, 'https://.example.com'],
    [WILD, 'https://evilexample.com'],
    [WILD, 'https://a.example.com.evil.io'],
    [WILD, 'https://a.example.com.'],
    [WILD, 'https://a..example.com'],
    [WILD, 'https://*.example.com'],
    [WILD, 'http://a.example.com'],
    [WILD, 'https://a.example.com:8443'],
    [WILD, 'https://evil.io/.example.com'],
    [WILD, 'https://evil.io?.example.com'],
    [WILD, 'https://evil.io#.example.com'],
    [WILD, 'https://evil.io\\.example.com'],
    [WILD, 'https://evil.io, https://a.example.com'],
    [['https://*.example.com:8443'], 'https://a.example.com'],
    [['null'], 'https://example.com'],
    [['null'], 'NULL'],
    [['null'], undefined],
    [['*'], undefined],
    [['*'], ''],
    [['*'], '*'],
    [['*'], 'https://a.example, https://b.example'],
    [['*'], 'https://a.example/'],
    [['*'], 'https://a.example.'],
    [['*'], 'https://a example'],
    [['*'], 'null, null'],
    [['*'], 'https://a.example:0443'],
    [['*'], 'https://a.example:123456'],
    [['*'], 'https://'],
    [['*'], `https://${'a'.repeat(2000)}.example`],
  ])('refuses for %j the origin %j', (entries, origin) => {
    expect(compileOrigins(entries).allows(origin)).toBe(false);
  });

  it('does not become free when every entry of a list is unusable', () => {
    const matcher = compileOrigins(['not an origin', 'https://*.com']);
    expect([undefined, 'null', 'https://a.com', 'not an origin'].map((origin) => matcher.allows(origin))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('passes when the list holds it with a closing slash, a default port or in capitals', () => {
    fc.assert(
      fc.property(webOrigins, (origin) => {
        const port = origin.startsWith('https:') ? ':443' : ':80';
        const withPort = new URL(origin).port ? origin : `${origin}${port}`;
        for (const entry of [`${origin}/`, withPort, origin.toUpperCase()]) {
          expect(compileOrigins([entry]).allows(origin)).toBe(true);
        }
      }),
    );
  });
});
