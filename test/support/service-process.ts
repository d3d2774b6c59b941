import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecret } from '../../src/api/auth/secret-format.rules';
import { killServersBelow } from '../../src/embedded-postgres/embedded-postgres.fixture';
import { freePort, postmasterOf } from '../../src/embedded-postgres/postmaster';
import { writtenAddress } from '../../src/embedded-postgres/database-address';
import { Api } from './api';
import { eventually } from './eventually';

/** The service as an operator runs it: processes of their own, one after the other, on one data folder and one port. */
export class ServiceProcess {
  private child: ChildProcess | null = null;
  /** What the last process has written, but for the begin of very much. */
  output = '';

  private constructor(
    readonly api: Api,
    private readonly dataDir: string,
    private readonly environment: Record<string, string>,
  ) {}

  static async prepare(environment: Record<string, string> = {}): Promise<ServiceProcess> {
    const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'service-'));
    await chmod(dataDir, 0o755);
    const [port, key] = [await freePort(), makeSecret('fck').text];
    const settings = {
      PORT: String(port),
      DATA_DIR: dataDir,
      BOOTSTRAP_API_KEY: key,
      LOG_LEVEL: 'error',
      ...NO_LIMITS,
    };
    const api = new Api(`http://127.0.0.1:${port}`, key);
    return new ServiceProcess(api, dataDir, { PATH: process.env.PATH ?? '', ...settings, ...environment });
  }

  /** Builds the service when that is needed, and resolves when it is ready, with the seconds that it took. */
  async start(): Promise<number> {
    const begun = performance.now();
    const child = spawn(process.execPath, [START, 'standalone'], {
      cwd: this.dataDir, // where no .env lies
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (this.output = `${this.output}${chunk.toString()}`.slice(-MOST_OUTPUT)));
    }
    await eventually(async () => {
      if (this.child?.exitCode !== null) return true;
      return (await fetch(`${this.api.baseUrl}/readyz`)).status === 200;
    }, 120);
    if (child.exitCode !== null) throw new Error(`The service did not start.\n${this.output.slice(-4000)}`);
    return (performance.now() - begun) / 1000;
  }

  /** As a power cut or the kernel ends it. The embedded database stays behind. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** As an operator ends it; the exit code. */
  async stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  /** Ends the embedded database, with no time to tell anybody. */
  async killDatabase(): Promise<void> {
    const running = await postmasterOf(join(await realpath(join(this.dataDir, 'postgres')), 'data'));
    process.kill(running!.pid, 'SIGKILL');
  }

  /** Of the embedded database while it runs. */
  async databaseUrl(): Promise<string> {
    return (await writtenAddress(this.dataDir))!;
  }

  /** Leaves neither a process nor a file. */
  async remove(): Promise<void> {
    await this.kill();
    await killServersBelow(this.dataDir);
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }
}

const START = join(__dirname, '../../scripts/start.mjs');
const MOST_OUTPUT = 1_000_000;
const NO_LIMITS = { INTAKE_PER_IP: '0', INTAKE_PER_IP_FORM: '0', INTAKE_PER_FORM: '0' };
