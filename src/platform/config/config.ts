import { resolve } from 'node:path';
import { OperatorError } from '../errors/operator-error';
import { camelCase } from '../text/text.rules';
import { type Setting, type SettingName, SETTINGS, type SettingValues } from './settings';

/**
 * The settings of a process, read once when it starts, in camel case: `DATA_DIR` is `dataDir`. Settings of a group with a common prefix are
 * members of one object. `settings.ts` documents each setting. Null stands for a setting without a value.
 */
export type Config = ReturnType<typeof configOf>;

export type S3Config = { [Name in keyof Members<'S3_'>]: NonNullable<Members<'S3_'>[Name]> };

/** An error in a setting. The message says how to set the variable. */
export interface SettingError {
  setting: string;
  message: string;
}

/** All errors in the settings. The message names the variables but never contains a value, which may be a secret. */
export class ConfigError extends OperatorError {
  constructor(readonly errors: SettingError[]) {
    super(['The service cannot start with these settings:', ...errors.map(lineOf)].join('\n'));
    this.name = 'ConfigError';
  }
}

const lineOf = ({ setting, message }: SettingError) => `  ${setting}: ${message}`;

/** Reads all settings. Throws a `ConfigError` with every error, including those of the caller. An empty variable counts as not set. */
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

/** Reads one setting: null when it is not set and has no default, undefined when its value is invalid. */
export function readSetting<Name extends SettingName>(env: NodeJS.ProcessEnv, name: Name): SettingValues[Name] | undefined {
  const setting: Setting<unknown> = SETTINGS[name];
  const text = textOf(env, name) ?? setting.fallback;
  return (text === undefined ? null : setting.read(text)) as SettingValues[Name] | undefined;
}

const textOf = (env: NodeJS.ProcessEnv, name: SettingName): string | undefined => env[name]?.trim() || undefined;

function missingCompanions(env: NodeJS.ProcessEnv): SettingError[] {
  const isSet = (name: SettingName) => textOf(env, name) !== undefined;
  return COMPANIONS.filter(([name, reasons]) => !isSet(name) && reasons.some(isSet)).map(([name, reasons]) => ({
    setting: name,
    message: `${SETTINGS[name].remedy} It is required with ${reasons.filter(isSet).join(', ')}.`,
  }));
}

/** The settings that a pooler in transaction mode excludes: the queue in PostgreSQL and migrations need sessions of their own. */
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

function configOf(values: SettingValues) {
  const isEmbedded = values.DATABASE_URL === null;
  const baseUrl = values.BASE_URL ?? `http://localhost:${values.PORT}`;
  return {
    ...ungrouped(values),
    host: values.HOST ?? (isEmbedded ? '127.0.0.1' : '0.0.0.0'),
    baseUrl,
    hsts: baseUrl.startsWith('https:') && (values.HSTS ?? new URL(baseUrl).pathname === '/'),
    consoleUrl: values.CONSOLE_URL ?? (values.CONSOLE === 'on' ? `${baseUrl}/console#` : null),
    trustProxy: values.TRUST_PROXY ?? [],
    dataDir: resolve(values.DATA_DIR),
    intake: {
      perIpForm: values.SUBMIT_LIMIT_PER_IP_AND_FORM_PER_MINUTE,
      perIpFormMax: values.SUBMIT_LIMIT_PER_IP_AND_FORM_MAX_PER_MINUTE,
      perIp: values.SUBMIT_LIMIT_PER_IP_PER_MINUTE,
      perForm: values.SUBMIT_LIMIT_PER_FORM_PER_MINUTE,
    },
    uploads: membersOf(values, 'UPLOAD_'),
    egressAllowHosts: values.EGRESS_ALLOW_HOSTS ?? [],
    egressAllowCidrs: values.EGRESS_ALLOW_CIDRS ?? [],
    s3: values.S3_ENDPOINT === null ? null : (membersOf(values, 'S3_') as S3Config),
    retention: membersOf(values, 'RETENTION_'),
    shutdownDelaySeconds: values.SHUTDOWN_DELAY_SECONDS ?? (isEmbedded ? 0 : 5),
    logPretty: values.LOG_PRETTY ?? Boolean(process.stdout.isTTY),
  };
}

/** The settings with the prefix, by the rest of their names in camel case. */
type Members<Prefix extends string, Names extends SettingName = SettingName> = {
  [Name in Names as Name extends `${Prefix}${infer Rest}` ? CamelCase<Rest> : never]: SettingValues[Name];
};

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

function membersOf<Prefix extends string>(values: SettingValues, prefix: Prefix): Members<Prefix> {
  const members = Object.entries(values).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(members.map(([name, value]) => [camelCase(name.slice(prefix.length).toLowerCase()), value])) as Members<Prefix>;
}

function ungrouped(values: SettingValues): Members<'', Exclude<SettingName, `${Group}${string}`>> {
  const single = Object.entries(values).filter(([name]) => !GROUPS.some((prefix) => name.startsWith(prefix)));
  return membersOf(Object.fromEntries(single) as SettingValues, '');
}

const GROUPS = ['SUBMIT_LIMIT_', 'UPLOAD_', 'RETENTION_', 'S3_'] as const;
type Group = (typeof GROUPS)[number];

export const CONFIG = Symbol('Config');
