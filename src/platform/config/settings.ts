import {
  addressOf,
  anyText,
  clamdAddress,
  host,
  joined,
  listOf,
  mailbox,
  network,
  oneOf,
  postgresAddress,
  proxy,
  secretText,
  webAddress,
  wholeNumber,
  yesOrNo,
} from './setting-readers';
import type { Reader } from './setting-readers';

/** One environment variable. */
export interface Setting<T> extends Reader<T> {
  /** For whoever runs the service: what it decides, and its unit. */
  meaning: string;
  /** What applies when the variable is not set, written as it would be in the environment. */
  fallback?: string;
  /** In words what applies when the variable is not set, where that depends on something else. */
  fallbackInWords?: string;
}

/** Every setting of the service; `.env.example` is written from this table, and nothing else reads the environment. */
export const SETTINGS = {
  PORT: { ...wholeNumber(0, 65_535), fallback: '3000', meaning: 'TCP port to listen on; 0 takes a free one.' },
  HOST: {
    ...host,
    fallbackInWords: '127.0.0.1 with the embedded database, else 0.0.0.0',
    meaning: 'Address to listen on.',
  },
  BASE_URL: {
    ...webAddress,
    fallbackInWords: 'http://localhost:<PORT>',
    meaning: 'Address under which browsers and servers reach the service: submit addresses and links begin with it.',
  },
  TRUST_PROXY: {
    ...listOf(proxy),
    meaning: 'Proxies whose X-Forwarded-For header is believed: addresses, networks, loopback, linklocal, uniquelocal.',
  },
  DATA_DIR: {
    ...anyText,
    fallback: './data',
    meaning: 'Folder of the embedded database, of uploaded files without S3_*, and of the generated secret.',
  },
  DATABASE_URL: {
    ...postgresAddress,
    fallbackInWords: 'none, so that an embedded PostgreSQL is started with its data in DATA_DIR',
    meaning: 'PostgreSQL 14 or newer, such as postgres://user:password@localhost:5432/forms.',
  },
  DATABASE_POOL_SIZE: {
    ...wholeNumber(1, 1000),
    fallback: '10',
    meaning: 'Database connections that one process may hold.',
  },
  MIGRATE_ON_START: {
    ...yesOrNo,
    fallback: 'true',
    meaning: 'Whether the service applies pending migrations before it serves.',
  },
  REDIS_URL: {
    ...joined(addressOf('redis', 'rediss')),
    fallbackInWords: 'none, so that the queue lives in PostgreSQL and each process counts its own limits',
    meaning: 'Redis 6.2 or newer, such as redis://localhost:6379; several addresses between commas name a cluster.',
  },
  APP_SECRET: {
    ...secretText(32),
    fallbackInWords: 'generated into DATA_DIR with the embedded database, else none: then it is required',
    meaning: 'Secret of 32 or more characters from which the keys for cursors and sealed values are derived.',
  },
  APP_SECRET_PREVIOUS: {
    ...secretText(32),
    meaning: 'The former APP_SECRET while it is replaced; what was sealed with it can still be opened.',
  },
  BOOTSTRAP_API_KEY: {
    ...anyText,
    fallbackInWords: 'none, so that a fresh key is made and printed once',
    meaning: 'First API key on an empty database; "npm run cli -- keys generate" makes one.',
  },
  INTAKE_PER_IP_FORM: {
    ...wholeNumber(0, 1_000_000),
    fallback: '10',
    meaning: 'Anonymous submissions a minute from one address to one form; 0 turns the limit off.',
  },
  INTAKE_PER_IP: {
    ...wholeNumber(0, 1_000_000),
    fallback: '80',
    meaning: 'Anonymous submissions a minute from one address to all forms; 0 turns the limit off.',
  },
  INTAKE_PER_FORM: {
    ...wholeNumber(0, 1_000_000),
    fallback: '600',
    meaning: 'Submissions a minute to one form, also with its token; 0 turns the limit off.',
  },
  UPLOAD_MAX_FILES: {
    ...wholeNumber(1, 100),
    fallback: '10',
    meaning: 'Files that one submission may have.',
  },
  UPLOAD_MAX_FILE_BYTES: {
    ...wholeNumber(1, 999_999_999),
    fallback: '10485760',
    meaning: 'Bytes that one file of a submission may have.',
  },
  UPLOAD_MAX_TOTAL_BYTES: {
    ...wholeNumber(1, 999_999_999),
    fallback: '26214400',
    meaning: 'Bytes that all files of one submission may have together.',
  },
  CLAMD_URL: {
    ...clamdAddress,
    fallbackInWords: 'none, so that files are not scanned for malware',
    meaning: 'clamd of ClamAV, which scans uploaded files: tcp://localhost:3310 or unix:/run/clamav/clamd.ctl.',
  },
  CLAMD_OPTIONAL: {
    ...yesOrNo,
    fallback: 'false',
    meaning: 'Whether files are accepted unscanned while clamd does not answer, instead of being refused with 503.',
  },
  WORKER_CONCURRENCY: {
    ...wholeNumber(1, 1000),
    fallback: '20',
    meaning: 'Workflow runs that one worker process carries out at a time, besides those that wait for slow receivers.',
  },
  EGRESS_ALLOW_HOSTS: {
    ...listOf(host),
    meaning: 'Hosts in private networks that workflows may call all the same, between commas.',
  },
  EGRESS_ALLOW_CIDRS: {
    ...listOf(network),
    meaning: 'Private networks that workflows may call all the same, between commas.',
  },
  SMTP_URL: {
    ...addressOf('smtp', 'smtps'),
    fallbackInWords: 'none, so that mail steps of workflows end as "smtp_not_configured"',
    meaning: 'Mail server, such as smtps://user:password@mail.example.com:465.',
  },
  MAIL_FROM: { ...mailbox, meaning: 'Sender of mails, such as "Forms <forms@example.com>"; required with SMTP_URL.' },
  S3_ENDPOINT: {
    ...webAddress,
    fallbackInWords: 'none, so that uploaded files are kept under DATA_DIR',
    meaning: 'S3-compatible store, such as https://s3.eu-central-1.amazonaws.com.',
  },
  S3_BUCKET: { ...anyText, meaning: 'Bucket of uploaded files; required with S3_ENDPOINT.' },
  S3_REGION: { ...anyText, fallback: 'us-east-1', meaning: 'Region of the bucket.' },
  S3_ACCESS_KEY_ID: { ...anyText, meaning: 'Access key of the bucket; required with S3_ENDPOINT.' },
  S3_SECRET_ACCESS_KEY: { ...anyText, meaning: 'Secret of the access key; required with S3_ENDPOINT.' },
  SHUTDOWN_DELAY_SECONDS: {
    ...wholeNumber(0, 300),
    fallbackInWords: '0 with the embedded database, else 5',
    meaning: 'Seconds for which /readyz answers 503 before the server closes, so that a load balancer notices.',
  },
  ETAG_ACCEPT_WEAK: {
    ...yesOrNo,
    fallback: 'false',
    meaning: 'Whether If-Match accepts W/ validators, for proxies that weaken them.',
  },
  LOG_LEVEL: {
    ...oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    fallback: 'info',
    meaning: 'Least serious log lines to write: fatal, error, warn, info, debug, trace, or silent for none.',
  },
  LOG_PRETTY: {
    ...yesOrNo,
    fallbackInWords: 'true on a terminal, else false',
    meaning: 'Log lines for people instead of JSON.',
  },
  METRICS_TOKEN: {
    ...anyText,
    fallbackInWords: 'none, so that /metrics answers on loopback only',
    meaning: 'Bearer token that /metrics asks for.',
  },
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

/** The value of each setting; null where the variable is not set and has no fallback. */
export type SettingValues = { [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };

type ValueOf<S extends Setting<unknown>> =
  Exclude<ReturnType<S['read']>, undefined> | (S extends { fallback: string } ? never : null);
