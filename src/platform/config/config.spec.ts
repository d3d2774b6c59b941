import { resolve } from 'node:path';
import { ConfigError, loadConfig } from './config';
import { SETTINGS } from './settings';

const SECRET = 'a-secret-that-is-long-enough-to-be-taken';

/** The messages of the errors of an environment, by variable. */
function errorsOf(env: Record<string, string>): Record<string, string> {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return Object.fromEntries(error.errors.map(({ setting, message }) => [setting, message]));
    throw error;
  }
  return {};
}

describe('an empty environment', () => {
  it('gives the embedded database and a server for this machine only', () => {
    expect(loadConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:3000',
      trustProxy: [],
      dataDir: resolve('data'),
      databaseUrl: null,
      databaseReplicaUrl: null,
      databasePoolSize: 10,
      databasePooler: 'none',
      hsts: false,
      migrateOnStart: true,
      redisUrl: null,
      appSecret: null,
      appSecretPrevious: null,
      bootstrapApiKey: null,
      maintenance: false,
      intake: { perIpForm: 10, perIpFormMax: 600, perIp: 80, perForm: 600 },
      uploads: { maxFiles: 10, maxFileBytes: 10_485_760, maxTotalBytes: 26_214_400 },
      uploadsInFlightBytes: 1_073_741_824,
      uploadsInFlightPerAddressBytes: 268_435_456,
      uploadsMinFreeBytes: 104_857_600,
      clamdUrl: null,
      clamdOptional: false,
      runsPerWorker: 200,
      egressAllowHosts: [],
      egressAllowCidrs: [],
      smtpUrl: null,
      mailFrom: null,
      visitorMailsPerHour: 200,
      searchIndex: 'on',
      console: 'on',
      consoleUrl: 'http://localhost:3000/console#',
      s3: null,
      retention: { runsDays: 400, ledgerDays: 400, auditDays: 400 },
      shutdownDelaySeconds: 0,
      siteverifyUrl: null,
      etagAcceptWeak: false,
      logLevel: 'info',
      logPretty: Boolean(process.stdout.isTTY),
      metricsToken: null,
      workerMetricsPort: null,
      otelExporterOtlpEndpoint: null,
    });
  });

  it('equals one whose variables are all empty or blank', () => {
    const blank = Object.fromEntries(Object.keys(SETTINGS).map((name, index) => [name, ' '.repeat(index % 2)]));
    expect(loadConfig(blank)).toEqual(loadConfig({}));
  });
});

describe('DATABASE_URL', () => {
  const production = { DATABASE_URL: 'postgres://me:pw@db/forms', APP_SECRET: SECRET };

  it('opens the service to the network and delays its shutdown for load balancers', () => {
    expect(loadConfig(production)).toMatchObject({ host: '0.0.0.0', shutdownDelaySeconds: 5, appSecret: SECRET });
  });

  it('leaves the address and the delay to their settings', () => {
    const env = { ...production, HOST: '10.0.0.7', SHUTDOWN_DELAY_SECONDS: '0' };
    expect(loadConfig(env)).toMatchObject({ host: '10.0.0.7', shutdownDelaySeconds: 0 });
  });

  it('may name a Unix socket', () => {
    const address = 'postgres://me:pw@/forms?host=/var/run/postgresql';
    expect(loadConfig({ ...production, DATABASE_URL: address }).databaseUrl).toBe(address);
  });

  it('may name several hosts of which the primary is used', () => {
    const address = 'postgres://me:p,w@one:5432,[::1]:5433/forms?target_session_attrs=read-write';
    expect(loadConfig({ ...production, DATABASE_URL: address }).databaseUrl).toBe(address);
  });

  it('requires APP_SECRET, so that all instances derive the same keys', () => {
    expect(errorsOf({ DATABASE_URL: production.DATABASE_URL })).toEqual({
      APP_SECRET: expect.stringContaining('required with DATABASE_URL'),
    });
  });
});

describe('HSTS', () => {
  it.each([
    ['https://forms.example.com', undefined, true],
    ['https://forms.example.com', 'false', false],
    ['https://example.com/forms', undefined, false],
    ['https://example.com/forms', 'true', true],
    ['http://forms.example.com', undefined, false],
    ['http://forms.example.com', 'true', false],
  ])('%s with %s is %s', (baseUrl, hsts, isOn) => {
    expect(loadConfig({ BASE_URL: baseUrl, HSTS: hsts }).hsts).toBe(isOn);
  });
});

describe('DATABASE_POOLER', () => {
  const pooled = { DATABASE_URL: 'postgres://db/forms', APP_SECRET: SECRET, DATABASE_POOLER: 'transaction' };

  it('needs the queue in Redis and migrations that are applied without the pooler', () => {
    expect(errorsOf(pooled)).toEqual({
      REDIS_URL: expect.stringContaining('required with DATABASE_POOLER'),
      MIGRATE_ON_START: expect.stringContaining('npm run migrate'),
    });
    const complete = { ...pooled, REDIS_URL: 'redis://localhost', MIGRATE_ON_START: 'false' };
    expect(loadConfig(complete)).toMatchObject({ databasePooler: 'transaction' });
  });
});

describe('errors', () => {
  it('are reported all at once', () => {
    const env = { PORT: 'http', BASE_URL: 'forms.example.com', REDIS_URL: 'localhost:6379', SMTP_URL: 'smtp://mail' };
    expect(Object.keys(errorsOf(env)).sort()).toEqual(['BASE_URL', 'MAIL_FROM', 'PORT', 'REDIS_URL']);
  });

  it('name a variable once, even if another one requires it', () => {
    expect(() => loadConfig({ DATABASE_URL: 'postgres://db/forms', APP_SECRET: 'short' })).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ setting: 'APP_SECRET' })] }),
    );
  });

  it('never show a value, since it may be a secret', () => {
    const invalid = 'hunter2 hunter2';
    const env = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, invalid]));
    expect(() => loadConfig(env)).toThrow(ConfigError);
    expect(() => loadConfig(env)).not.toThrow(/hunter2/);
  });
});

describe('invalid values', () => {
  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['HOST', 'two words'],
    ['BASE_URL', '/forms'],
    ['BASE_URL', 'ftp://forms.example.com'],
    ['BASE_URL', 'https://me@forms.example.com'],
    ['BASE_URL', 'https://forms.example.com/?a=1'],
    ['DATABASE_URL', 'mysql://localhost/forms'],
    ['DATABASE_URL', 'postgres://one:5432,two:5432/forms'],
    ['DATABASE_URL', 'postgres://one:5432,two:5432/forms?target_session_attrs=any'],
    ['DATABASE_URL', 'postgres://me@one:5432,/forms?target_session_attrs=read-write'],
    ['DATABASE_URL', 'postgres://one:5432,two:x/forms?target_session_attrs=read-write'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_POOLER', 'session'],
    ['REDIS_URL', 'redis://a:6379,b:6379'],
    ['REDIS_URL', 'redis://a:6379,redis+cluster://b:6379'],
    ['REDIS_URL', 'redis+sentinel://a:26379'],
    ['REDIS_URL', 'redis+sentinel://a:26379/name/db'],
    ['APP_SECRET', 'x'.repeat(31)],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.1,proxy.example.com'],
    ['EGRESS_ALLOW_HOSTS', 'http://intranet'],
    ['EGRESS_ALLOW_CIDRS', '10.0.0.0/33'],
    ['EGRESS_ALLOW_CIDRS', '10.0.0.0/8/8'],
    ['EGRESS_ALLOW_CIDRS', 'fd00::/129'],
    ['SMTP_URL', 'mail.example.com:25'],
    ['MAIL_FROM', 'Forms'],
    ['MAIL_FROM', 'Forms <forms@example.com>\nBcc: a@b.example'],
    ['RUNS_PER_WORKER', '0'],
    ['UPLOAD_MAX_FILES', '0'],
    ['UPLOAD_MAX_FILE_BYTES', '10MB'],
    ['UPLOAD_MAX_TOTAL_BYTES', '1000000000'],
    ['SITEVERIFY_URL', 'ftp://localhost'],
    ['SITEVERIFY_URL', 'http://localhost/?a=1'],
    ['CLAMD_URL', 'localhost:3310'],
    ['CLAMD_URL', 'tcp://localhost'],
    ['CLAMD_URL', 'tcp://localhost:65536'],
    ['CLAMD_URL', 'tcp://localhost:3310/x'],
    ['CLAMD_URL', 'unix:clamd.ctl'],
    ['CLAMD_OPTIONAL', 'perhaps'],
    ['SUBMIT_LIMIT_PER_IP_PER_MINUTE', 'none'],
    ['SHUTDOWN_DELAY_SECONDS', '5s'],
    ['ETAG_ACCEPT_WEAK', 'perhaps'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_PRETTY', '2'],
    ['LOG_PRETTY', 'constructor'],
    ['MIGRATE_ON_START', 'later'],
  ])('refuses %s=%j with a remedy', (name, value) => {
    expect(errorsOf({ [name]: value })[name]).toMatch(/^Set it to /);
  });
});

describe('valid values', () => {
  it.each([
    ['PORT', '0', { port: 0 }],
    ['BASE_URL', 'https://Forms.Example.com/', { baseUrl: 'https://forms.example.com' }],
    ['BASE_URL', 'https://example.com/forms//', { baseUrl: 'https://example.com/forms' }],
    ['REDIS_URL', 'redis://a:1, rediss://b:2', { redisUrl: 'redis://a:1,rediss://b:2' }],
    ['REDIS_URL', 'rediss+cluster://a:1', { redisUrl: 'rediss+cluster://a:1' }],
    ['REDIS_URL', 'redis+sentinel://a/name/2, redis+sentinel://b', { redisUrl: 'redis+sentinel://a/name/2,redis+sentinel://b' }],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8,FD00::1', { trustProxy: ['loopback', '10.0.0.0/8', 'fd00::1/128'] }],
    ['EGRESS_ALLOW_HOSTS', 'Intranet, crm.local', { egressAllowHosts: ['intranet', 'crm.local'] }],
    ['EGRESS_ALLOW_CIDRS', '10.1.2.3,fd00::/8', { egressAllowCidrs: ['10.1.2.3/32', 'fd00::/8'] }],
    ['SUBMIT_LIMIT_PER_FORM_PER_MINUTE', '0', { intake: { perIpForm: 10, perIpFormMax: 600, perIp: 80, perForm: 0 } }],
    ['RETENTION_LEDGER_DAYS', '30', { retention: { runsDays: 400, ledgerDays: 30, auditDays: 400 } }],
    ['MAIL_FROM', 'Our Forms <forms@example.com>', { mailFrom: 'Our Forms <forms@example.com>' }],
    ['ETAG_ACCEPT_WEAK', 'TRUE', { etagAcceptWeak: true }],
    ['MIGRATE_ON_START', 'false', { migrateOnStart: false }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['SITEVERIFY_URL', 'http://[::1]:9/verify', { siteverifyUrl: 'http://[::1]:9/verify' }],
    ['CLAMD_URL', 'tcp://[::1]:3310', { clamdUrl: 'tcp://[::1]:3310' }],
    ['CLAMD_URL', 'unix:/run/clamav/clamd.ctl', { clamdUrl: 'unix:/run/clamav/clamd.ctl' }],
    ['PORT', ' 8080 ', { port: 8080, baseUrl: 'http://localhost:8080' }],
  ])('accepts %s=%j', (name, value, expected) => {
    expect(loadConfig({ [name]: value })).toMatchObject(expected);
  });
});

describe('an address with an international host name', () => {
  it.each(['BASE_URL', 'S3_ENDPOINT'] as const)('is accepted as %s however often it is read', (name) => {
    const reads = Array.from({ length: 10_000 }, () => SETTINGS[name].read('https://müller.example'));
    expect(new Set(reads)).toEqual(new Set(['https://xn--mller-kva.example']));
  });
});

describe('the settings of an S3 store', () => {
  const store = {
    S3_ENDPOINT: 'http://store:9000',
    S3_BUCKET: 'forms',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: SECRET,
  };

  it('become one object', () => {
    expect(loadConfig(store).s3).toEqual({
      endpoint: 'http://store:9000',
      bucket: 'forms',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: SECRET,
    });
  });

  it.each(Object.keys(store))('are refused without %s', (missing) => {
    const { [missing]: _, ...rest } = store as Record<string, string>;
    const errors = errorsOf(rest);
    expect(Object.keys(errors)).toEqual([missing]);
    expect(errors[missing]).toMatch(/^Set it to (an absolute|the (name|id|secret)) .* It is required with S3_/);
  });
});
