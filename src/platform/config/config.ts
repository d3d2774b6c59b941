import { resolve } from 'node:path';
import { OperatorError } from '../errors/operator-error';
import { SETTINGS } from './settings';
import type { Setting, SettingName, SettingValues } from './settings';

/** The settings of a process, read once when it starts. The table in `settings.ts` documents each of them. */
export interface Config {
  port: number;
  host: string;
  /** Without a trailing slash. */
  baseUrl: string;
  trustProxy: string[];
  /** Absolute. */
  dataDir: string;
  /** Null for the embedded database. */
  databaseUrl: string | null;
  databasePoolSize: number;
  /** `transaction`: consecutive transactions may use different connections to the server, so nothing may be kept in them. */
  databasePooler: 'none' | 'transaction';
  migrateOnStart: boolean;
  /** One address, or the addresses of a cluster between commas. */
  redisUrl: string | null;
  /** Null with the embedded database only; `appSecretOf` returns the secret in either case. */
  appSecret: string | null;
  appSecretPrevious: string | null;
  bootstrapApiKey: string | null;
  maintenance: boolean;
  /** Limits in submissions a minute; 0 turns a limit off. */
  intake: { perIpForm: number; perIp: number; perForm: number };
  /** Limits of the files of one submission. */
  uploads: { maxFiles: number; maxFileBytes: number; maxTotalBytes: number };
  /** Null: files are not scanned. */
  clamdUrl: string | null;
  clamdOptional: boolean;
  workerConcurrency: number;
  egressAllowHosts: string[];
  egressAllowCidrs: string[];
  smtpUrl: string | null;
  mailFrom: string | null;
  /** Without a trailing slash. */
  consoleUrl: string | null;
  s3: S3Config | null;
  /** Days for which rows are kept. */
  retention: { runsDays: number; ledgerDays: number; auditDays: number };
  shutdownDelaySeconds: number;
  etagAcceptWeak: boolean;
  logLevel: SettingValues['LOG_LEVEL'];
  logPretty: boolean;
  metricsToken: string | null;
  /** Null: no traces are recorded. */
  otlpEndpoint: string | null;
  /** Of a worker; null for none. */
  metricsPort: number | null;
}

export interface S3Config {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** An error in one environment variable. The message says what to set it to. */
export interface SettingError {
  setting: string;
  message: string;
}

/** All errors in the settings. The message contains the names of the variables, never a value, which may be a secret. */
export class ConfigError extends OperatorError {
  constructor(readonly errors: SettingError[]) {
    super(['The service cannot start with these settings:', ...errors.map(lineOf)].join('\n'));
    this.name = 'ConfigError';
  }
}

const lineOf = ({ setting, message }: SettingError) => `  ${setting}: ${message}`;

/**
 * Reads and validates all settings. Throws a `ConfigError` with every error, including those that a caller has found itself. An empty
 * variable counts as not set.
 */
export function loadConfig(env: NodeJS.ProcessEnv, furtherErrors: readonly SettingError[] = []): Config {
  const errors: SettingError[] = [];
  const read = ([name, { remedy }]: [string, Setting<unknown>]) => {
    const value = readSetting(env, name as SettingName);
    if (value === undefined) errors.push({ setting: name, message: remedy });
    return [name, value];
  };
  const values = Object.fromEntries(Object.entries(SETTINGS).map(read)) as SettingValues;
  errors.push(...missingCompanions(env), ...poolerErrors(values), ...furtherErrors);
  if (errors.length > 0) throw new ConfigError(errors);
  return configOf(values);
}

/** One setting on its own: null when it is not set and has no fallback, undefined when its text is invalid. */
export function readSetting<Name extends SettingName>(
  env: NodeJS.ProcessEnv,
  name: Name,
): SettingValues[Name] | undefined {
  const setting: Setting<unknown> = SETTINGS[name];
  const text = textOf(env, name) ?? setting.fallback;
  return (text === undefined ? null : setting.read(text)) as SettingValues[Name] | undefined;
}

const textOf = (env: NodeJS.ProcessEnv, name: string) => env[name]?.trim() || undefined;

/** Errors for settings that another setting requires. */
function missingCompanions(env: NodeJS.ProcessEnv): SettingError[] {
  const isSet = (name: SettingName) => textOf(env, name) !== undefined;
  return COMPANIONS.filter(([name, reasons]) => !isSet(name) && reasons.some(isSet)).map(([name, reasons]) => ({
    setting: name,
    message: `${SETTINGS[name].remedy} It is required with ${reasons.filter(isSet).join(', ')}.`,
  }));
}

/** The queue in PostgreSQL and migrations need sessions of their own. */
function poolerErrors(values: Partial<SettingValues>): SettingError[] {
  if (values.DATABASE_POOLER !== 'transaction') return [];
  const errors: SettingError[] = [];
  if (values.REDIS_URL === null)
    errors.push({ setting: 'REDIS_URL', message: `${SETTINGS.REDIS_URL.remedy} It is required with DATABASE_POOLER.` });
  if (values.MIGRATE_ON_START)
    errors.push({ setting: 'MIGRATE_ON_START', message: `Set it to false with DATABASE_POOLER. ${MIGRATE_DIRECTLY}` });
  return errors;
}

const MIGRATE_DIRECTLY = 'Run "npm run migrate" with the address of the server itself and without DATABASE_POOLER.';

const S3_TOGETHER: SettingName[] = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

const COMPANIONS: [SettingName, SettingName[]][] = [
  ['APP_SECRET', ['DATABASE_URL']],
  ['MAIL_FROM', ['SMTP_URL']],
  ...S3_TOGETHER.map((name): [SettingName, SettingName[]] => [name, S3_TOGETHER]),
];

function configOf(values: SettingValues): Config {
  const isEmbedded = values.DATABASE_URL === null;
  return {
    port: values.PORT,
    host: values.HOST ?? (isEmbedded ? '127.0.0.1' : '0.0.0.0'),
    baseUrl: values.BASE_URL ?? `http://localhost:${values.PORT}`,
    trustProxy: values.TRUST_PROXY ?? [],
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databasePooler: values.DATABASE_POOLER,
    migrateOnStart: values.MIGRATE_ON_START,
    redisUrl: values.REDIS_URL,
    appSecret: values.APP_SECRET,
    appSecretPrevious: values.APP_SECRET_PREVIOUS,
    bootstrapApiKey: values.BOOTSTRAP_API_KEY,
    maintenance: values.MAINTENANCE,
    intake: { perIpForm: values.INTAKE_PER_IP_FORM, perIp: values.INTAKE_PER_IP, perForm: values.INTAKE_PER_FORM },
    uploads: {
      maxFiles: values.UPLOAD_MAX_FILES,
      maxFileBytes: values.UPLOAD_MAX_FILE_BYTES,
      maxTotalBytes: values.UPLOAD_MAX_TOTAL_BYTES,
    },
    clamdUrl: values.CLAMD_URL,
    clamdOptional: values.CLAMD_OPTIONAL,
    workerConcurrency: values.WORKER_CONCURRENCY,
    egressAllowHosts: values.EGRESS_ALLOW_HOSTS ?? [],
    egressAllowCidrs: values.EGRESS_ALLOW_CIDRS ?? [],
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    consoleUrl: values.CONSOLE_URL,
    s3: s3Of(values),
    retention: {
      runsDays: values.RETENTION_RUNS_DAYS,
      ledgerDays: values.RETENTION_LEDGER_DAYS,
      auditDays: values.RETENTION_AUDIT_DAYS,
    },
    shutdownDelaySeconds: values.SHUTDOWN_DELAY_SECONDS ?? (isEmbedded ? 0 : 5),
    etagAcceptWeak: values.ETAG_ACCEPT_WEAK,
    logLevel: values.LOG_LEVEL,
    logPretty: values.LOG_PRETTY ?? Boolean(process.stdout.isTTY),
    metricsToken: values.METRICS_TOKEN,
    metricsPort: values.METRICS_PORT,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  };
}

function s3Of(values: SettingValues): S3Config | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (S3_ENDPOINT === null || S3_BUCKET === null || S3_ACCESS_KEY_ID === null || S3_SECRET_ACCESS_KEY === null)
    return null;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
