import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, type NoticeHandler, openCluster } from './cluster';
import { removeAddress, writeAddress, writtenAddress } from './database-address';
import { freePort, launch, settledPostmasterOf, stopPostmaster } from './postmaster';
import { acquireUsageLock, type UsageLock } from './usage-lock';

/** A PostgreSQL server that this process uses, alone or together with other processes on the same data folder. */
export interface EmbeddedPostgres {
  /** The address of the database, with the role that owns it. A restart of the server does not change the address. */
  readonly url: string;
  /** True when the server was running already: another process uses it, or a killed process has left it behind. */
  readonly adopted: boolean;
  /** Stops the server unless another process uses it. Call this after the last query. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Name of the database and of the role that owns it, created if they are missing. */
  name: string;
  onNotice: NoticeHandler;
}

/** Starts the server of a data folder, or adopts the one that runs there. A server that dies is restarted on the same port. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const supervisor = new Supervisor(await openCluster(options.dataDir, options.onNotice), options);
  try {
    await supervisor.attach();
    return supervisor;
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

class Supervisor implements EmbeddedPostgres {
  adopted = true;
  private port: number | null = null;
  private usageLock: UsageLock | null = null;
  private recovery: Promise<void> | null = null;
  private stopped: Promise<void> | null = null;

  constructor(
    private readonly cluster: Cluster,
    private readonly options: EmbeddedPostgresOptions,
  ) {}

  get url(): string {
    const name = encodeURIComponent(this.options.name);
    return `postgres://${name}:${this.cluster.password}@127.0.0.1:${this.port}/${name}`;
  }

  /** Several processes may try at once. PostgreSQL starts only one server on a cluster, and the other processes find it when they retry. */
  async attach(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.port = await this.runningPort(attempt);
        this.usageLock = await acquireUsageLock(this.cluster, this.port, this.options.name, () => this.recover());
        return await writeAddress(this.options.dataDir, this.url);
      } catch (error) {
        await this.usageLock?.close();
        this.usageLock = null;
        if (attempt === MAX_ATTEMPTS || this.stopped) throw error;
        await pause(RETRY_DELAY_MS);
      }
    }
  }

  stop(): Promise<void> {
    this.stopped ??= this.stopOnce();
    return this.stopped;
  }

  private async runningPort(attempt: number): Promise<number> {
    const running = await settledPostmasterOf(this.cluster.dataFolder);
    if (running) return running.port;
    const port = this.port ?? (await this.preferredPort(attempt));
    await launch(this.cluster, port, SETTINGS);
    this.adopted = false;
    return port;
  }

  /** The previous port, which other processes may use after a crash, or a free port when another program has taken the previous one. */
  private async preferredPort(attempt: number): Promise<number> {
    const written = await writtenAddress(this.options.dataDir);
    return attempt === 1 && written ? Number(new URL(written).port) : freePort();
  }

  private recover(): void {
    if (this.stopped) return;
    this.usageLock = null;
    this.options.onNotice('The embedded database has stopped unexpectedly and is being restarted.');
    this.recovery = this.reattach();
  }

  private async reattach(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.attach();
        return this.options.onNotice('The embedded database is running again.');
      } catch (error) {
        this.options.onNotice(`The embedded database could not be restarted yet. ${String(error)}`);
      }
    }
  }

  private async stopOnce(): Promise<void> {
    await this.recovery;
    // Without a usage lock, other users of the server are unknown, so the process that has started it stops it.
    const isOurs = (await this.usageLock?.release().catch(() => null)) ?? !this.adopted;
    if (isOurs) {
      await removeAddress(this.options.dataDir);
      await stopPostmaster(this.cluster.dataFolder);
    }
    await this.usageLock?.close();
  }
}

/** Ten seconds in all, since a backend that outlives its killed server keeps a new server from starting for some seconds. */
const MAX_ATTEMPTS = 40;
const RETRY_DELAY_MS = 250;

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'shared_buffers=128MB',
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'timezone=UTC',
  // One log file for each day of the week. Failed statements are not logged, since their details contain values that users have sent.
  'logging_collector=on',
  'log_filename=postgresql-%a.log',
  'log_rotation_age=1d',
  'log_rotation_size=0',
  'log_truncate_on_rotation=on',
  'log_min_messages=log',
  'log_checkpoints=off',
];
