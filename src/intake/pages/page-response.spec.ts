import { pagePolicy } from './page-response';

const FORM = { redirect: null, frame: 'allowed_origins', allowedOrigins: [] } as const;
const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

describe('the policy of a page', () => {
  it('allows its own styles, pictures and address, and nothing else', () => {
    expect(pagePolicy(FORM)).toBe(
      "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors *",
    );
  });

  it('lets the form be answered with a redirect to the origin of the form', () => {
    const policy = pagePolicy({ ...FORM, redirect: new URL('https://example.com/thanks?a=1;b') });
    expect(directive(policy, 'form-action')).toBe("form-action 'self' https://example.com");
  });

  it.each([
    [[], '*'],
    [['https://a.example', '*'], '*'],
    [['https://a.example', 'https://*.b.example:8443'], 'https://a.example https://*.b.example:8443'],
    [['https://a.example', 'null', 'http://[::1]:80'], 'https://a.example'],
    [['null'], "'none'"],
  ])('lets %j show it in a frame', (allowedOrigins, sources) => {
    expect(directive(pagePolicy({ ...FORM, allowedOrigins }), 'frame-ancestors')).toBe(`frame-ancestors ${sources}`);
  });

  it('lets nobody show it in a frame when the form says so', () => {
    expect(pagePolicy({ ...FORM, frame: 'none' })).toContain("frame-ancestors 'none'");
  });
});
