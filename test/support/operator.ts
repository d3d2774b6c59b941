import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import { Client } from 'pg';
import { atEnd } from './at-end';
import type { TestDatabase } from './database';
import { cloneDatabase, deleteRows, emptyDatabase } from './database';
import { loadConfig } from '../../src/platform/config/config';
import { newId } from '../../src/platform/ids.rules';
import { runCli } from '../../src/cli/run-cli';
import { openServices } from '../../src/cli/services';
import type { Input } from '../../src/cli/terminal';

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

/** Runs commands in this process. What it has opened is closed at the end of the test, or of the file. */
export class Operator {
  /** The standard input of the commands. */
  input: string | Input = '';

  private opened: INestApplicationContext | undefined;

  /** The environment is that of the commands. */
  constructor(
    public env: NodeJS.ProcessEnv,
    readonly dataDir = env['DATA_DIR'] ?? '',
  ) {}

  /** Gives the operator a data folder of its own. */
  static async start(): Promise<Operator> {
    const dataDir = await mkdtemp(join(tmpdir(), 'cli-'));
    atEnd(() => rm(dataDir, { recursive: true }));
    return new Operator({ DATA_DIR: dataDir });
  }

  /** Gives the operator services that all commands of a test file share. */
  static async withServices(settings: NodeJS.ProcessEnv = {}): Promise<Operator> {
    const operator = await Operator.start();
    await operator.onMigratedDatabase();
    Object.assign(operator.env, settings);
    await operator.open();
    return operator;
  }

  onMigratedDatabase = async (): Promise<void> => this.use(await cloneDatabase());

  onEmptyDatabase = async (): Promise<void> => this.use(await emptyDatabase());

  /** Opens the services for all further commands on this database, which takes many times as long as a command. */
  async open(): Promise<void> {
    const app = await openServices(loadConfig(this.env), this.env['DATABASE_URL']!);
    this.opened = app;
    atEnd(() => app.close());
  }

  /** Deletes what commands have stored. */
  deleteRows = (): Promise<void> => deleteRows(this.env['DATABASE_URL']!);

  settingsFor(databaseUrl: string): NodeJS.ProcessEnv {
    return { DATABASE_URL: databaseUrl, APP_SECRET: 'an-app-secret-for-these-tests-only', DATA_DIR: this.dataDir };
  }

  run = (...words: string[]): Promise<Outcome> => this.runWith(this.opened, words);

  /** Runs a command with services of its own, as each process does. */
  runApart = (...words: string[]): Promise<Outcome> => this.runWith(undefined, words);

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

  /** A form of this account, with these fields. */
  async aForm(accountId: string, ...fields: string[]): Promise<string> {
    const id = newId();
    await this.sql(
      `insert into forms (id, account_id, name, validate_fields, notifications_enabled, submission_token_digest, created_at, updated_at)
       values ($1, $2, 'Contact', true, true, '', now(), now())`,
      [id, accountId],
    );
    await this.sql(`insert into form_stats (form_id, submissions_count, unread_count) values ($1, 0, 0)`, [id]);
    await this.sql(
      `insert into fields (form_id, name, type, required, position, created_at, updated_at)
       select $1, name, 'string', true, position, now(), now() from unnest($2::text[]) with ordinality as f (name, position)`,
      [id, fields],
    );
    return id;
  }

  private async runWith(opened: INestApplicationContext | undefined, words: string[]): Promise<Outcome> {
    const outcome = { code: NaN, stdout: '', stderr: '' };
    const stdin = typeof this.input === 'string' ? Readable.from([Buffer.from(this.input)]) : this.input;
    const stdout = { write: (text: string) => (outcome.stdout += text) };
    const stderr = { write: (text: string) => (outcome.stderr += text) };
    outcome.code = await runCli(words, { stdin, stdout, stderr, env: this.env, opened });
    return outcome;
  }

  /** Commands open the services of another database themselves. */
  private use(database: TestDatabase): void {
    atEnd(() => database.drop());
    this.opened = undefined;
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
