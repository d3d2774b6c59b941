import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { AccountsService } from '../../src/accounts/accounts.service';
import { ApiModule } from '../../src/api.module';
import { type KeyRequest, KeysService } from '../../src/keys/keys.service';
import { type Scope, SCOPES } from '../../src/api/auth/caller';
import { type Config, loadConfig } from '../../src/platform/config/config';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { serveDocument } from '../../src/api/openapi/serve-document';
import { HttpServer } from '../../src/api/http/server';
import { FrameworkLog } from '../../src/platform/log/log';
import { Api } from './api';
import { atEnd, atEndOfAll } from './at-end';
import { cloneDatabase } from './database';
import { withStoredNames } from './stored-names';
import { TestClock } from './test-clock';

/** A process of the service with a port of its own. */
export interface Instance {
  /** Calls with a key that has all permissions, of an account without limits. */
  api: Api;
  app: NestExpressApplication;
  database: Database;
  transactions: Transactions;
  clock: TestClock;
  close(): Promise<void>;
}

/** The service with a database of its own. */
export interface TestApp extends Instance {
  databaseUrl: string;
  /** Holds the uploaded files. */
  dataDir: string;
  accountId: string;
  /** Issues a key of the same account, by default with all permissions. */
  key(request?: Partial<KeyRequest>): Promise<string>;
  /** Creates another account with a key that has all permissions. */
  stranger(plan?: string): Promise<{ accountId: string; key: string }>;
  /** Starts another process of the service on the same database. It ends with the test or the file that has started it. */
  sibling(settings?: Partial<Config>): Promise<Instance>;
}

/** Limits are off unless a test sets them, since all tests come from one address. */
const SETTINGS = { intake: { perIp: 0, perIpForm: 0, perIpFormMax: 600, perForm: 0 }, shutdownDelaySeconds: 0 };

export async function startApp(settings: Partial<Config> = {}, log = SILENT): Promise<TestApp> {
  const app = await openApp(settings, log);
  return { ...app, close: atEnd(app.close) };
}

/** A process of the service on a database that is there already. */
export async function startOn(databaseUrl: string): Promise<Instance> {
  const instance = await openInstance(databaseUrl, {});
  return { ...instance, close: atEnd(instance.close) };
}

/**
 * The app of all spec files that Jest runs as one, with an account of its own for each call. Its start and its database cost more than
 * most test files, so those share it that have no settings of their own, leave its clock as it is, and look at no rows but those of their account.
 */
export async function shareApp(): Promise<TestApp> {
  shared ??= openApp().then((app) => {
    atEndOfAll(app.close);
    return app;
  });
  return { ...(await withAnotherAccount(await shared)), close: () => Promise.resolve() };
}

let shared: Promise<TestApp> | undefined;

/** The same process with another account, by default without limits. */
export async function withAnotherAccount(app: TestApp, plan?: string): Promise<TestApp> {
  const { accountId, key } = await app.stranger(plan);
  return {
    ...app,
    accountId,
    api: app.api.as(key),
    key: (request) => app.key({ accountId, ...request }),
    sibling: async (settings) => {
      const started = await app.sibling(settings);
      return { ...started, api: started.api.as(key) };
    },
  };
}

async function openApp(settings: Partial<Config> = {}, log = SILENT): Promise<TestApp> {
  const clone = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'app-'));
  const instance = await openInstance(clone.url, { dataDir, ...settings }, log);
  const { app } = instance;

  const issue = async (accountId: string, request: Partial<KeyRequest> = {}): Promise<string> => {
    const { text } = await app.get(KeysService).issue({ ...EVERYTHING, accountId, expiresAt: inAYear(), ...request });
    return text;
  };
  const stranger = async (plan = 'self_hosted') => {
    const account = await app.get(AccountsService).create(`account ${performance.now()}`, plan);
    return { accountId: account.id, key: await issue(account.id) };
  };
  const owner = await stranger();
  const sibling = async (others: Partial<Config> = {}) => {
    const started = await openInstance(clone.url, { dataDir, ...settings, ...others });
    return { ...started, api: started.api.as(owner.key), close: atEnd(started.close) };
  };
  return {
    ...instance,
    api: instance.api.as(owner.key),
    databaseUrl: clone.url,
    dataDir,
    accountId: owner.accountId,
    key: (request) => issue(owner.accountId, request),
    stranger,
    sibling,
    close: async () => {
      await instance.close();
      await clone.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function openInstance(databaseUrl: string, settings: Partial<Config>, log = SILENT): Promise<Instance> {
  const config: Config = { ...loadConfig({}), ...SETTINGS, ...settings };
  const clock = new TestClock();
  const options = { config, databaseUrl, appSecret: TEST_SECRET, clock };
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRoot(options), {
    bodyParser: false,
    abortOnError: false,
    logger: new FrameworkLog(log),
  });
  app.get(HttpServer).configure(log);
  serveDocument(app, config.baseUrl);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  return {
    api: new Api(`http://127.0.0.1:${port}`, null),
    app,
    database: withStoredNames(app.get(Database)),
    transactions: app.get(Transactions),
    clock,
    close: () => {
      app.getHttpServer().closeIdleConnections(); // the shutdown would wait a second for requests on them
      return app.close();
    },
  };
}

const SILENT = pino({ level: process.env.TEST_LOG ?? 'silent' });

export const TEST_SECRET = 'a secret for tests, of thirty-two characters';

/** All scopes except these. */
export const allScopesBut = (...left: Scope[]): Scope[] => SCOPES.filter((scope) => !left.includes(scope));

const EVERYTHING: Omit<KeyRequest, 'accountId' | 'expiresAt'> = {
  name: 'test',
  scopes: SCOPES,
  formIds: null,
  isReadOnly: false,
  readPerMinute: null,
  writePerMinute: null,
  destructivePerMinute: null,
};

const inAYear = (): Date => new Date(Date.now() + 365 * 24 * 3600 * 1000);
