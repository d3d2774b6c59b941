import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import type { TestDatabase } from '../../test/support/database';
import { cloneDatabase, emptyDatabase } from '../../test/support/database';
import { runCli } from './run-cli';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** The printed members that tests read. */
export interface Printed {
  id: string;
  key: string;
  form_access_mode: string;
  scopes: string[];
  expires_at: string;
  revoked_at: string;
  suspended_at: string;
  applied: string[];
}

/** For tests only: runs commands in this process, on databases and a data folder of its own. */
export class Operator {
  /** The environment of the commands. */
  env: NodeJS.ProcessEnv = {};
  /** The standard input of the commands. */
  input = '';

  private readonly databases: TestDatabase[] = [];

  private constructor(readonly dataDir: string) {}

  static async start(): Promise<Operator> {
    return new Operator(await mkdtemp(join(tmpdir(), 'cli-')));
  }

  async stop(): Promise<void> {
    await Promise.all(this.databases.map((database) => database.drop()));
    await rm(this.dataDir, { recursive: true });
  }

  async onMigratedDatabase(): Promise<void> {
    this.use(await cloneDatabase());
  }

  async onEmptyDatabase(): Promise<void> {
    this.use(await emptyDatabase());
  }

  settingsFor(databaseUrl: string): NodeJS.ProcessEnv {
    return { DATABASE_URL: databaseUrl, APP_SECRET: 'an-app-secret-for-these-tests-only', DATA_DIR: this.dataDir };
  }

  async run(...words: string[]): Promise<Outcome> {
    const outcome = { code: NaN, stdout: '', stderr: '' };
    const stdin = Readable.from([Buffer.from(this.input)]);
    const stdout = { write: (text: string) => (outcome.stdout += text) };
    const stderr = { write: (text: string) => (outcome.stderr += text) };
    outcome.code = await runCli(words, { stdin, stdout, stderr, env: this.env });
    return outcome;
  }

  /** The JSON that a command prints. Throws unless the command succeeds and writes nothing to standard error. */
  async ask(...words: string[]): Promise<Printed> {
    const outcome = await this.run(...words, '--json');
    if (outcome.code !== 0 || outcome.stderr !== '') throw new Error(JSON.stringify(outcome));
    return JSON.parse(outcome.stdout) as Printed;
  }

  /** Queries the database of the commands. */
  sql<Row = Record<string, unknown>>(text: string, parameters: unknown[] = []): Promise<Row[]> {
    return rowsOf<Row>(this.env['DATABASE_URL'] ?? '', text, parameters);
  }

  private use(database: TestDatabase): void {
    this.databases.push(database);
    this.env = this.settingsFor(database.url);
  }
}

export async function rowsOf<Row>(connectionString: string, text: string, parameters: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text, parameters)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Days from now until a time in ISO 8601. */
export const daysUntil = (time: string): number => (Date.parse(time) - Date.now()) / 86_400_000;
