import { PROVIDERS } from '../spam/siteverify-providers.rules';
import { pagePolicy } from './page-response';

const FORM = {
  redirect: null,
  frame: 'allowed_origins',
  allowedOrigins: [],
  widgetSources: null,
  challenge: null,
} as const;
const CHALLENGE = { host: 'forms.example', path: '/sub/api/v1/forms/1/challenge' };
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
    const policy = pagePolicy({ ...FORM, challenge: CHALLENGE });
    expect([directive(policy, 'script-src'), directive(policy, 'connect-src')]).toEqual(["script-src 'self'", "connect-src 'self'"]);
  });

  it('lets the script of a provider reach nothing of the service but the challenge, at each host that the page may have', () => {
    const policy = (host: string) =>
      directive(pagePolicy({ ...FORM, challenge: CHALLENGE, widgetSources: PROVIDERS.turnstile.sources }, host), 'connect-src');
    const own = 'forms.example/sub/api/v1/forms/1/challenge';
    expect(policy('forms.example')).toBe(`connect-src ${own}`);
    expect(policy('127.0.0.1:3000')).toBe(`connect-src ${own} 127.0.0.1:3000/sub/api/v1/forms/1/challenge`);
    for (const host of ['', '[::1]:3000', "a; script-src 'unsafe-inline'", '*', "'self'"]) expect(policy(host)).toBe(`connect-src ${own}`);
    const { sources } = PROVIDERS.hcaptcha;
    expect(directive(pagePolicy({ ...FORM, widgetSources: sources }), 'connect-src')).toBe(`connect-src ${sources.connect.join(' ')}`);
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
