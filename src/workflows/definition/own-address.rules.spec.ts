import { ownSubmitAddresses } from './own-address.rules';

const FORM = '019aa2c4-5f0e-7c3a-9d4e-000000000012';
const SUBMIT = `/api/v1/forms/${FORM}/submit`;

describe('a service at the root of its host', () => {
  const isOwn = ownSubmitAddresses({ baseUrl: 'https://forms.example.com', port: 3000 }, ['192.168.7.7', '2001:db8::7']);

  it.each([
    ...['https://forms.example.com', 'http://forms.example.com', 'https://FORMS.Example.COM', 'https://forms.example.com.'],
    ...['https://forms.example.com:443', 'http://forms.example.com:80', 'http://forms.example.com:3000', 'https://forms.ex%61mple.com'],
    ...['http://localhost:3000', 'http://LOCALHOST.:3000', 'http://a.localhost:3000', 'http://127.0.0.1:3000', 'http://127.1:3000'],
    ...[
      'http://2130706433:3000',
      'http://0x7f.1:3000',
      'http://0177.0.0.1:3000',
      'http://127.9.9.9:3000',
      'http://0.0.0.0:3000',
      'http://0:3000',
    ],
    ...[
      'http://[::1]:3000',
      'http://[::]:3000',
      'http://[0:0:0:0:0:0:0:1]:3000',
      'http://[::ffff:127.0.0.1]:3000',
      'http://[::ffff:0.0.0.0]:3000',
    ],
    ...['http://localhost', 'https://127.0.0.1', 'http://192.168.7.7:3000', 'http://[2001:db8::7]:3000'],
  ])('is itself at %s', (origin) => {
    expect(isOwn(origin + SUBMIT)).toBe(true);
  });

  it.each([
    ...[
      `${SUBMIT}/`,
      `${SUBMIT}?a=b`,
      `${SUBMIT}#x`,
      `/x/..${SUBMIT}`,
      `/api/v1/forms/${FORM.toUpperCase()}/submit`,
      `/%61pi/v1/forms/${FORM}/submit`,
    ],
    ...[`/f/${FORM}`, `/f/${FORM}/`],
  ])('takes submissions at %s', (path) => {
    expect(isOwn(`https://forms.example.com${path}`)).toBe(true);
  });

  it.each([
    ...[
      `https://other.example.com${SUBMIT}`,
      `http://127.0.0.1:4000${SUBMIT}`,
      `http://192.168.7.8:3000${SUBMIT}`,
      `https://forms.example.com.evil.example${SUBMIT}`,
    ],
    ...['https://forms.example.com/hook', 'https://forms.example.com/', `https://forms.example.com/v1/forms/${FORM}`, 'nonsense', ''],
  ])('is not itself at %s', (url) => {
    expect(isOwn(url)).toBe(false);
  });
});

describe('a service under a path', () => {
  const isOwn = ownSubmitAddresses({ baseUrl: 'https://example.com:8443/forms', port: 3000 }, []);

  it('is itself with the path of its proxy and without', () => {
    const urls = [`https://example.com:8443/forms${SUBMIT}`, `http://localhost:3000${SUBMIT}`, `https://example.com${SUBMIT}`];
    expect(urls.map(isOwn)).toEqual([true, true, false]);
  });
});
