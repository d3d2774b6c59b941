import { ConfigError } from './platform/config/config';
import { bootstrapKeyError, loadServiceConfig } from './service-config';
import { makeSecret } from './api/auth/secret-format.rules';

describe('the settings of a service', () => {
  it('report an invalid BOOTSTRAP_API_KEY together with every other error', () => {
    const load = () => loadServiceConfig({ PORT: 'x', BOOTSTRAP_API_KEY: 'letmein' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT: .*\n.*BOOTSTRAP_API_KEY: /);
  });

  it('are read without a BOOTSTRAP_API_KEY', () => {
    expect(loadServiceConfig({ PORT: '8080' })).toMatchObject({ port: 8080, bootstrapApiKey: null });
  });
});

describe('the bootstrap key', () => {
  it('may be absent, so that the service generates it', () => {
    expect(bootstrapKeyError(null)).toBeNull();
  });

  it('may be a key that was generated before', () => {
    expect(bootstrapKeyError(makeSecret('fck').text)).toBeNull();
  });

  it.each([
    ['a word', () => 'letmein'],
    ['a submission token', () => makeSecret('fst').text],
    ['a key with a typo', () => makeSecret('fck').text.replace(/.$/, '~')],
    ['a truncated key', () => makeSecret('fck').text.slice(0, -1)],
  ])('is refused as %s, with the command that generates one and without its text', (_, text) => {
    const error = bootstrapKeyError(text());
    expect(error).toMatchObject({ setting: 'BOOTSTRAP_API_KEY', message: expect.stringContaining('keys generate') });
    expect(error?.message).not.toContain(text());
  });
});
