import { PROVIDERS } from '../spam/siteverify-providers.rules';
import { pagePolicy } from './page-response';

const FORM = {
  redirect: null,
  frame: 'allowed_origins',
  allowedOrigins: [],
  widgetSources: null,
  hasChallenge: false,
} as const;
const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

describe('the policy of a page', () => {
  it('allows its own styles, pictures and address, and nothing else', () => {
    expect(pagePolicy(FORM)).toBe(
      "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors *",
    );
  });

  it.each(['turnstile', 'hcaptcha', 'recaptcha'] as const)('admits the sources of %s, whose widget it shows', (provider) => {
    const { sources, script } = PROVIDERS[provider];
    const policy = pagePolicy({ ...FORM, widgetSources: sources });
    const loaded = new URL(script('en'));
    expect(directive(policy, 'script-src')).toBe(`script-src ${sources.script.join(' ')}`);
    expect(directive(policy, 'frame-src')).toBe(`frame-src ${sources.frame.join(' ')}`);
    const admits = (source: string) =>
      source.includes('*') ? loaded.host.endsWith(source.split('*')[1]!) : loaded.href.startsWith(source);
    expect(sources.script.some(admits)).toBe(true);
    expect(policy).not.toContain('unsafe');
  });

  it('allows the script of the service, and its requests to it, where a challenge is to be solved', () => {
    const policy = pagePolicy({ ...FORM, hasChallenge: true });
    expect([directive(policy, 'script-src'), directive(policy, 'connect-src')]).toEqual(["script-src 'self'", "connect-src 'self'"]);
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
    [['https://a.example', 'capacitor://localhost', 'app://-'], 'https://a.example capacitor://localhost app://-'],
    [['null'], "'none'"],
  ])('lets %j show it in a frame', (allowedOrigins, sources) => {
    expect(directive(pagePolicy({ ...FORM, allowedOrigins }), 'frame-ancestors')).toBe(`frame-ancestors ${sources}`);
  });

  it('lets nobody show it in a frame when the form says so', () => {
    expect(pagePolicy({ ...FORM, frame: 'none' })).toContain("frame-ancestors 'none'");
  });
});
