import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../platform/config/config';
import { bootstrapKeyError, COMPOSED_SECRET, loadServiceConfig } from './settings';
import { makeSecret } from '../api/auth/secret-format.rules';

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

describe('the secret of docker-compose.yml', () => {
  const load = (BASE_URL?: string, APP_SECRET = COMPOSED_SECRET) =>
    loadServiceConfig({ DATABASE_URL: 'postgres://db/forms', APP_SECRET, BASE_URL });

  it('is the one that is refused', () => {
    expect(readFileSync(join(__dirname, '../../docker-compose.yml'), 'utf8')).toContain(`APP_SECRET: \${APP_SECRET:-${COMPOSED_SECRET}}`);
  });

  it.each([undefined, 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000/forms'])('is for trials at %s', (baseUrl) => {
    expect(load(baseUrl)).toMatchObject({ appSecret: COMPOSED_SECRET });
  });

  it.each(['https://forms.example.com', 'http://192.168.1.5:3000', 'https://localhost.example.com', 'http://[2001:db8::1]'])(
    'is refused at %s, with a remedy',
    (baseUrl) => {
      expect(() => load(baseUrl)).toThrow(/ {2}APP_SECRET: Set it to a secret .*openssl rand -hex 32.* for trials at localhost only/);
      expect(load(baseUrl, 'x'.repeat(32))).toMatchObject({ baseUrl });
    },
  );
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
