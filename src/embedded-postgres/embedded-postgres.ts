import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, Notice } from './cluster';
import { openCluster } from './cluster';
import type { UsageLock } from './usage-lock';
import { acquireUsageLock } from './usage-lock';
import { freePort, launch, settledPostmasterOf, stopPostmaster } from './postmaster';
import { removeAddress, writeAddress, writtenAddress } from './database-address';

/** A PostgreSQL that this process uses and, unless others use it too, owns. */
export interface EmbeddedPostgres {
  /** Of the database `forms`, as the role that owns it. Stays the same when the server has to be started again. */
  readonly url: string;
  /** Whether the server ran already: another process uses it too, or one was killed and left it behind. */
  readonly adopted: boolean;
  /** Stops the server, unless another process uses it. To be called after the last query. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Absolute. */
  dataDir: string;
  /** Is told, in a sentence, what an operator should know. */
  onNotice: Notice;
}

/**
 * Starts the PostgreSQL of a data folder, or takes over the one that runs there, and keeps it running: when it dies, it is started
 * again on the same port. Throws an `EmbeddedPostgresError` where that is impossible.
 */
export async function startEmbeddedPostgres({ dataDir, onNotice }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const supervisor = new Supervisor(await openCluster(dataDir, onNotice), dataDir, onNotice);
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
  private hold: UsageLock | null = null;
  private recovery: Promise<void> | null = null;
  private stopped: Promise<void> | null = null;

  constructor(
    private readonly cluster: Cluster,
    private readonly dataDir: string,
    private readonly onNotice: Notice,
  ) {}

  get url(): string {
    return `postgres://forms:${this.cluster.password}@127.0.0.1:${this.port}/forms`;
  }

  /** Several processes may try at once: PostgreSQL lets one server start on a cluster, and the others find it at their next attempt. */
  async attach(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.port = await this.runningPort(attempt);
        this.hold = await acquireUsageLock(this.cluster, this.port, () => this.recover());
        return await writeAddress(this.dataDir, this.url);
      } catch (error) {
        await this.hold?.close();
        this.hold = null;
        if (attempt === MOST_ATTEMPTS || this.stopped) throw error;
        await pause(PAUSE_MS);
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

  /** After a crash the former port, which other processes may still know; another one where that has been taken meanwhile. */
  private async preferredPort(attempt: number): Promise<number> {
    const written = await writtenAddress(this.dataDir);
    return attempt === 1 && written ? Number(new URL(written).port) : freePort();
  }

  private recover(): void {
    if (this.stopped) return;
    this.hold = null;
    this.onNotice('The embedded database went away and is started again.');
    this.recovery = this.reattach();
  }

  private async reattach(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.attach();
        return this.onNotice('The embedded database is back.');
      } catch (error) {
        this.onNotice(`The embedded database did not come back yet. ${String(error)}`);
      }
    }
  }

  private async stopOnce(): Promise<void> {
    await this.recovery;
    // Without a hold nobody can tell who else uses the server: then it is ours to stop if we started it.
    const isOurs = (await this.hold?.release().catch(() => null)) ?? !this.adopted;
    if (isOurs) {
      await removeAddress(this.dataDir);
      await stopPostmaster(this.cluster.dataFolder);
    }
    await this.hold?.close();
  }
}

/** A killed backend of the former server may work on for some seconds, and keeps a new server from starting as long. */
const MOST_ATTEMPTS = 40;
const PAUSE_MS = 250;

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'shared_buffers=128MB',
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'timezone=UTC',
  // One file for each day of the week. Failed statements are not logged: the service logs them, and their details hold what people sent.
  'logging_collector=on',
  'log_filename=postgresql-%a.log',
  'log_rotation_age=1d',
  'log_rotation_size=0',
  'log_truncate_on_rotation=on',
  'log_min_messages=log',
  'log_checkpoints=off',
];
