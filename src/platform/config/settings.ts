import {
  addressOf,
  clamdAddress,
  host,
  listOf,
  mailbox,
  network,
  oneOf,
  postgresAddress,
  proxy,
  type Reader,
  redisAddresses,
  secretText,
  singlePostgresAddress,
  textOf,
  trueOrFalse,
  webAddress,
  wholeNumber,
} from './setting-readers';

/** The most mails to visitors of one form within an hour, which the operator can only lower. */
const MAX_VISITOR_MAILS_PER_HOUR = 200;

export const SERVICE_NAME = 'form-collection-service';

/** The prefix of the queues' keys. BullMQ's scripts need all keys on one node of a Redis cluster, which the hash tag in braces ensures. */
export const QUEUE_PREFIX = '{forms}';

/** The name of the embedded database and of the role that owns it. Another name would hide the data of existing installations. */
export const EMBEDDED_DATABASE = 'forms';

export interface Setting<T> extends Reader<T> {
  meaning: string;
  /** The default, in the syntax of the environment variable. */
  fallback?: string;
  /** The default in words, when it depends on other settings or when there is none. */
  fallbackInWords?: string;
}

/** All settings of the service. `.env.example` is generated from this table, and no other code reads the environment. */
export const SETTINGS = {
  PORT: { ...wholeNumber(0, 65_535), fallback: '3000', meaning: 'TCP port to listen on; 0 selects a free one.' },
  HOST: { ...host, fallbackInWords: '127.0.0.1 with the embedded database, else 0.0.0.0', meaning: 'Address to listen on.' },
  BASE_URL: {
    ...webAddress,
    fallbackInWords: 'http://localhost:<PORT>',
    meaning: 'URL under which browsers and servers reach the service; submit addresses and links begin with it.',
  },
  HSTS: {
    ...trueOrFalse,
    fallbackInWords: 'true where BASE_URL begins with https:// and has no path, so that the host is that of the service alone; else false',
    meaning: 'Whether answers tell browsers to use https:// for the host of BASE_URL for a year (Strict-Transport-Security).',
  },
  TRUST_PROXY: {
    ...listOf(proxy),
    meaning: 'Proxies whose X-Forwarded-For header is trusted: addresses, networks, loopback, linklocal, uniquelocal.',
  },
  DATA_DIR: {
    ...textOf('the path of a folder'),
    fallback: './data',
    meaning: 'Folder of the embedded database, of files while they arrive, of uploaded files without S3_*, and of the generated secret.',
  },
  DATABASE_URL: {
    ...postgresAddress,
    fallbackInWords: 'none, which starts an embedded PostgreSQL with its data in DATA_DIR',
    meaning:
      'PostgreSQL 14 or newer, such as postgres://user:password@localhost:5432/forms; several hosts as in postgres://user:password@one:5432,two:5432/forms?target_session_attrs=read-write, of which the primary is used.',
  },
  DATABASE_REPLICA_URL: {
    ...singlePostgresAddress,
    fallbackInWords: 'none, which reads everything from DATABASE_URL',
    meaning: 'A standby of DATABASE_URL, from which exports and export links are read while it is not behind, with one host.',
  },
  DATABASE_POOL_SIZE: { ...wholeNumber(1, 1000), fallback: '10', meaning: 'Maximum number of database connections of one process.' },
  DATABASE_POOLER: {
    ...oneOf('none', 'transaction'),
    fallback: 'none',
    meaning:
      'Set it to "transaction" if DATABASE_URL is that of a pooler in transaction mode; it needs REDIS_URL and MIGRATE_ON_START=false.',
  },
  MIGRATE_ON_START: { ...trueOrFalse, fallback: 'true', meaning: 'Whether the service applies pending migrations when it starts.' },
  REDIS_URL: {
    ...redisAddresses,
    fallbackInWords: 'none, which keeps the queue in PostgreSQL and lets each process count rate limits for itself',
    meaning:
      'Redis 6.2 or newer, such as redis://localhost:6379, rediss:// for TLS, redis+cluster://host:6379, redis+sentinel://host:26379/master-name; commas between several addresses.',
  },
  APP_SECRET: {
    ...secretText(32),
    fallbackInWords: 'generated in DATA_DIR with the embedded database; otherwise none, and the setting is required',
    meaning: 'Secret of 32 or more characters from which the keys for digests, cursors and encrypted values are derived.',
  },
  APP_SECRET_PREVIOUS: {
    ...secretText(32),
    meaning: 'The previous APP_SECRET while it is being replaced; values that were encrypted with it can still be read.',
  },
  BOOTSTRAP_API_KEY: {
    ...textOf('an API key'),
    fallbackInWords: 'none, which generates a key and prints it once',
    meaning: 'First API key of an empty database; "npm run cli -- keys generate" generates one.',
  },
  MAINTENANCE: {
    ...trueOrFalse,
    fallback: 'false',
    meaning: 'Whether API keys may only read for the time being; forms still accept submissions.',
  },
  SUBMIT_LIMIT_PER_IP_AND_FORM_PER_MINUTE: {
    ...wholeNumber(0, 1_000_000),
    fallback: '10',
    meaning: 'Limit for anonymous submissions a minute from one address to one form; 0 turns it off.',
  },
  SUBMIT_LIMIT_PER_IP_AND_FORM_MAX_PER_MINUTE: {
    ...wholeNumber(1, 1_000_000),
    fallback: '600',
    meaning: 'The highest limit for anonymous submissions a minute from one address that a form may set for itself, up to 600.',
  },
  SUBMIT_LIMIT_PER_IP_PER_MINUTE: {
    ...wholeNumber(0, 1_000_000),
    fallback: '80',
    meaning: 'Limit for anonymous submissions a minute from one address to all forms; 0 turns it off.',
  },
  SUBMIT_LIMIT_PER_FORM_PER_MINUTE: {
    ...wholeNumber(0, 1_000_000),
    fallback: '600',
    meaning: 'Limit for submissions a minute to one form, with or without its token; 0 turns it off.',
  },
  UPLOAD_MAX_FILES: { ...wholeNumber(1, 100), fallback: '10', meaning: 'Files that one submission may have.' },
  UPLOAD_MAX_FILE_BYTES: { ...wholeNumber(1, 999_999_999), fallback: '10485760', meaning: 'Bytes that one file of a submission may have.' },
  UPLOAD_MAX_TOTAL_BYTES: {
    ...wholeNumber(1, 999_999_999),
    fallback: '26214400',
    meaning: 'Bytes that all files of one submission may have together.',
  },
  UPLOADS_IN_FLIGHT_BYTES: {
    ...wholeNumber(1, 999_999_999_999),
    fallback: '1073741824',
    meaning:
      'Bytes of files that one process keeps while their submissions and imports arrive, at least four times UPLOAD_MAX_TOTAL_BYTES; more are refused with 503.',
  },
  UPLOADS_IN_FLIGHT_PER_ADDRESS_BYTES: {
    ...wholeNumber(1, 999_999_999_999),
    fallback: '268435456',
    meaning: 'The same for one address, or one /64 of IPv6, at least four times UPLOAD_MAX_TOTAL_BYTES.',
  },
  UPLOADS_MIN_FREE_BYTES: {
    ...wholeNumber(0, 999_999_999_999),
    fallback: '104857600',
    meaning: 'Bytes of the disk below DATA_DIR that files leave free; while fewer are free, files are refused with 503.',
  },
  SITEVERIFY_URL: {
    ...webAddress,
    fallbackInWords: 'the address of the provider that a form has chosen',
    meaning:
      'Address that is asked, in place of Turnstile, hCaptcha or reCAPTCHA, whether a token of a visitor is genuine, for trials and proxies. It may be in a private network.',
  },
  CLAMD_URL: {
    ...clamdAddress,
    fallbackInWords: 'none, so that files are not scanned for malware',
    meaning: 'clamd of ClamAV, which scans uploaded files: tcp://localhost:3310 or unix:/run/clamav/clamd.ctl.',
  },
  CLAMD_OPTIONAL: {
    ...trueOrFalse,
    fallback: 'false',
    meaning: 'Whether files are accepted unscanned while clamd does not answer, instead of being refused with 503.',
  },
  RUNS_PER_WORKER: {
    ...wholeNumber(1, 10_000),
    fallback: '200',
    meaning: 'Workflow runs that one worker process executes at a time; most of them wait for receivers.',
  },
  EGRESS_ALLOW_HOSTS: { ...listOf(host), meaning: 'Hosts in private networks that workflows may call, separated by commas.' },
  EGRESS_ALLOW_CIDRS: { ...listOf(network), meaning: 'Private networks that workflows may call, separated by commas.' },
  SMTP_URL: {
    ...addressOf('smtp', 'smtps'),
    fallbackInWords: 'none, which lets notifications and mail steps of workflows fail with "smtp_not_configured"',
    meaning: 'Mail server, such as smtps://user:password@mail.example.com:465.',
  },
  MAIL_FROM: { ...mailbox, meaning: 'Sender of mails, such as "Forms <forms@example.com>"; required with SMTP_URL.' },
  VISITOR_MAILS_PER_HOUR: {
    ...wholeNumber(0, MAX_VISITOR_MAILS_PER_HOUR),
    fallback: String(MAX_VISITOR_MAILS_PER_HOUR),
    meaning: 'Mails an hour that the workflows and the confirmations of one form may send to its visitors; 0 turns such mails off.',
  },
  SEARCH_INDEX: {
    ...oneOf('on', 'off'),
    fallback: 'on',
    meaning:
      'Whether searches for submissions have an index, which takes about as much of the database as the submissions: on or off. Without it a search reads the submissions.',
  },
  CONSOLE: {
    ...oneOf('on', 'off'),
    fallback: 'on',
    meaning: 'Whether the service has its console, the page for owners of forms at <BASE_URL>/console: on or off.',
  },
  CONSOLE_URL: {
    ...webAddress,
    fallbackInWords: "<BASE_URL>/console#, the service's own; none with CONSOLE=off, which leaves out the links",
    meaning: 'URL of a console; mails link to submissions at <CONSOLE_URL>/forms/<form>/submissions/<submission>.',
  },
  S3_ENDPOINT: {
    ...webAddress,
    fallbackInWords: 'none, which keeps uploaded files in DATA_DIR',
    meaning: 'S3-compatible store, such as https://s3.eu-central-1.amazonaws.com.',
  },
  S3_BUCKET: { ...textOf('the name of the bucket'), meaning: 'Bucket of uploaded files; required with S3_ENDPOINT.' },
  S3_REGION: { ...textOf('the region of the bucket'), fallback: 'us-east-1', meaning: 'Region of the bucket.' },
  S3_ACCESS_KEY_ID: { ...textOf('the id of an access key of the bucket'), meaning: 'Access key of the bucket; required with S3_ENDPOINT.' },
  S3_SECRET_ACCESS_KEY: {
    ...textOf('the secret that belongs to S3_ACCESS_KEY_ID'),
    meaning: 'Secret of the access key; required with S3_ENDPOINT.',
  },
  RETENTION_RUNS_DAYS: {
    ...wholeNumber(1, 36_500),
    fallback: '400',
    meaning: 'Days after their end for which workflow runs are kept. How long submissions are kept is a setting of each form.',
  },
  RETENTION_LEDGER_DAYS: {
    ...wholeNumber(1, 36_500),
    fallback: '400',
    meaning: 'Days for which single movements of compute points are kept; older ones become part of an opening balance of their account.',
  },
  RETENTION_AUDIT_DAYS: { ...wholeNumber(1, 36_500), fallback: '400', meaning: 'Days for which audit events are kept.' },
  SHUTDOWN_DELAY_SECONDS: {
    ...wholeNumber(0, 300),
    fallbackInWords: '0 with the embedded database, else 5',
    meaning: 'Seconds for which /readyz answers 503 before the server closes, for load balancers to notice.',
  },
  ETAG_ACCEPT_WEAK: {
    ...trueOrFalse,
    fallback: 'false',
    meaning: 'Whether If-Match accepts weak ETags (W/), for proxies that weaken them.',
  },
  LOG_LEVEL: {
    ...oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    fallback: 'info',
    meaning: 'Minimum level of log lines: fatal, error, warn, info, debug, trace, or silent for none.',
  },
  LOG_PRETTY: { ...trueOrFalse, fallbackInWords: 'true on a terminal, else false', meaning: 'Readable log lines instead of JSON.' },
  METRICS_TOKEN: {
    ...textOf('a random text'),
    fallbackInWords: 'none, which limits /metrics to the loopback interface',
    meaning: 'Bearer token that /metrics requires.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...webAddress,
    fallbackInWords: 'none, so that no traces are recorded',
    meaning: 'Collector of OpenTelemetry traces by OTLP over HTTP, such as http://localhost:4318.',
  },
  WORKER_METRICS_PORT: {
    ...wholeNumber(0, 65_535),
    fallbackInWords: 'none, so that a worker listens on no port',
    meaning: 'TCP port on which a worker serves /metrics and /healthz; 0 selects a free one. API processes use PORT.',
  },
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

/** The values of the settings; null for a setting without a value and without a default. */
export type SettingValues = { [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };

type ValueOf<S extends Setting<unknown>> = Exclude<ReturnType<S['read']>, undefined> | (S extends { fallback: string } ? never : null);
