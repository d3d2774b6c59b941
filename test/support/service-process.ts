import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeSecret } from '../../src/api/auth/secret-format.rules';
import { killServersBelow } from '../../src/embedded-postgres/embedded-postgres.fixture';
import { freePort, postmasterOf } from '../../src/embedded-postgres/postmaster';
import { writtenAddress } from '../../src/embedded-postgres/database-address';
import { Api } from './api';
import { TEST_SECRET } from './app';
import { atEnd } from './at-end';
import { putClusterInto } from './ready-cluster';
import { waitUntil } from './wait-until';
import { buildService, endProcess, programOf } from './worker-process';

/** The service as an operator runs it: successive processes on one data folder and one port. */
export class ServiceProcess {
  private child: ChildProcess | null = null;
  /** The output of the last process, truncated at the start. */
  output = '';
  /** Removes all processes and files. */
  readonly remove = atEnd(async () => {
    await this.kill();
    await killServersBelow(this.dataDir);
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  private constructor(
    readonly api: Api,
    readonly dataDir: string,
    private readonly environment: Record<string, string>,
  ) {}

  /** A service that was never started. Its embedded database is created already, unless it uses another one. */
  static async prepare(environment: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.install(environment);
    if (environment.DATABASE_URL === undefined) await putClusterInto(service.dataDir);
    return service;
  }

  /** A service that is ready. */
  static async started(environment: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.prepare(environment);
    await service.start();
    return service;
  }

  /** A service whose data folder is empty. */
  static async install(environment: Record<string, string> = {}): Promise<ServiceProcess> {
    await buildService();
    const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'service-'));
    await chmod(dataDir, 0o755);
    const [port, key] = [await freePort(), makeSecret('fck').text];
    const settings = {
      PORT: String(port),
      DATA_DIR: dataDir,
      BOOTSTRAP_API_KEY: key,
      LOG_LEVEL: 'error',
      ...NO_LIMITS,
      ...(environment.DATABASE_URL === undefined ? {} : { APP_SECRET: TEST_SECRET }),
    };
    const api = new Api(`http://127.0.0.1:${port}`, key);
    return new ServiceProcess(api, dataDir, { PATH: process.env.PATH ?? '', ...settings, ...environment });
  }

  /** Resolves when the service is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, programOf('standalone'), {
      cwd: this.dataDir, // a folder without .env
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (this.output = `${this.output}${chunk.toString()}`.slice(-MAX_OUTPUT)));
    }
    await waitUntil(async () => {
      if (hasExited(child)) return true;
      return (await fetch(`${this.api.baseUrl}/readyz`)).status === 200;
    });
    if (hasExited(child)) throw new Error(`The service did not start.\n${this.output.slice(-4000)}`);
  }

  /** The number of the running process; null once it has exited. */
  get pid(): number | null {
    return this.child && !hasExited(this.child) ? this.child.pid! : null;
  }

  /** SIGKILL. The embedded database keeps running. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** SIGTERM. Resolves with the exit code. */
  async stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  /** Kills the embedded database with SIGKILL. */
  async killDatabase(): Promise<void> {
    const running = await postmasterOf(join(await realpath(join(this.dataDir, 'postgres')), 'data'));
    process.kill(running!.pid, 'SIGKILL');
  }

  /** The address of the running embedded database. */
  async databaseUrl(): Promise<string> {
    return (await writtenAddress(this.dataDir))!;
  }

  /** Runs a command of the operator, which finds the service by its data folder, and resolves with the JSON that it prints. */
  async cli<Output>(...words: string[]): Promise<Output> {
    const options = { cwd: this.dataDir, env: { ...this.environment, PORT: '1' } };
    const { stdout } = await promisify(execFile)(process.execPath, [...programOf('cli'), ...words, '--json'], options);
    return JSON.parse(stdout) as Output;
  }

  /** The output of `doctor` with the settings of the service, whether it finds a failure or not. */
  async doctor(): Promise<{ checks: { check: string; verdict: string; finding: string; remedy: string | null }[] }> {
    const options = { cwd: this.dataDir, env: { ...this.environment, PORT: '1' } };
    const ended = promisify(execFile)(process.execPath, [...programOf('cli'), 'doctor', '--json'], options);
    const { stdout } = await ended.catch((error: { stdout: string }) => error);
    return JSON.parse(stdout) as Awaited<ReturnType<ServiceProcess['doctor']>>;
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    return this.child && endProcess(this.child, signal);
  }
}

const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const MAX_OUTPUT = 1_000_000;
const NO_LIMITS = {
  SUBMIT_LIMIT_PER_IP_PER_MINUTE: '0',
  SUBMIT_LIMIT_PER_IP_AND_FORM_PER_MINUTE: '0',
  SUBMIT_LIMIT_PER_FORM_PER_MINUTE: '0',
};
