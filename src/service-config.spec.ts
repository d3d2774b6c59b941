import { ConfigError } from './platform/config/config';
import { loadServiceConfig } from './service-config';

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
