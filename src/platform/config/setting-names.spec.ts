import { misspeltNames } from './setting-names';
import { SETTINGS } from './settings';

describe('a misspelt setting', () => {
  it.each([
    ['EGRESS_ALLOW_HOST', 'EGRESS_ALLOW_HOSTS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['PROT', 'PORT'],
    ['port', 'PORT'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
  ])('%s is recognised as %s', (name, nearest) => {
    expect(misspeltNames({ [name]: 'x' })).toEqual([{ name, nearest }]);
  });

  it('is none of the settings, of empty variables, or of the variables of other programs', () => {
    const others = ['HOSTNAME', 'HOME', 'PATH', 'TZ', 'NODE_ENV', 'NODE_OPTIONS', 'PGPORT', 'REDIS_PORT', 'MAIL'];
    others.push('DATABASE_PORT', 'SMTP_PORT', 'API_URL', 'XDG_DATA_DIRS', 'HTTP_PROXY', 'HTTPS_PROXY', 'npm_config_host');
    const env = Object.fromEntries([...Object.keys(SETTINGS), ...others].map((name) => [name, 'x']));
    expect(misspeltNames({ ...env, DATABASE_URI: ' ' })).toEqual([]);
  });
});
