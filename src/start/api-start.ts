import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { makeSecret } from '../api/auth/secret-format.rules';
import { ConsoleLinksService } from '../console/console-links.service';
import { ErasureReapplyService } from '../erasures/erasure-reapply.service';
import { BootstrapKeyService } from '../keys/bootstrap-key.service';
import { listen } from './listen';
import { type Config, CONFIG } from '../platform/config/config';
import { Database } from '../platform/database/database';
import { type ProcessRole, connectedProcesses } from '../platform/database/service-processes';
import { isLoopbackHost } from '../platform/ip.rules';
import { retryUntilAvailable } from '../platform/database/open-database';
import { PeriodicTasks } from '../platform/lifecycle/periodic-tasks';
import { Readiness } from '../platform/lifecycle/readiness';
import { WrittenServiceAddress } from '../platform/lifecycle/service-address';
import { QueueWorkers } from '../platform/queue/queue-workers';
import type { ProcessResources } from './resources';
import { isOnTerminal, printBootstrapKey, printStartupBanner, type RunWorkers } from './banner';

/** Opens a process that serves the API, after its modules have been created. */
@Injectable()
export class ApiStart {
  private readonly log = new Logger('Start');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly readiness: Readiness,
    private readonly tasks: PeriodicTasks,
    private readonly workers: QueueWorkers,
    private readonly bootstrapKey: BootstrapKeyService,
    private readonly erasures: ErasureReapplyService,
    private readonly address: WrittenServiceAddress,
    @Optional() private readonly consoleLinks?: ConsoleLinksService,
  ) {}

  /** Opens the port before it prints a key: when another program has the port, people would send the printed key to that program. */
  async open(app: NestExpressApplication, { options, isEmbedded, role }: ProcessResources): Promise<void> {
    this.readiness.isStarting = true;
    await retryUntilAvailable(() => this.erasures.atStart(), this.log);
    await listen(app, this.config);
    if (isEmbedded || role === 'standalone') await this.address.write(); // otherwise commands read the settings
    await this.ensureBootstrapKey();
    this.tasks.start(role);
    if (role === 'standalone') this.workers.open();
    this.readiness.isStarting = false;
    const consoleLink = await this.firstConsoleLink();
    printStartupBanner(this.config, { isEmbedded, workers: await this.runWorkers(role), consoleLink });
    await this.warnOfSeparateLimits(options.processName);
  }

  /** Prints a new key as soon as it is stored, before anything else can fail, since the database has only the digest of the key. */
  private async ensureBootstrapKey(): Promise<void> {
    const { bootstrapApiKey } = this.config;
    const key = bootstrapApiKey ?? makeSecret('fck').text;
    const isBootstrapKey = await retryUntilAvailable(() => this.bootstrapKey.ensure(key), this.log);
    if (isBootstrapKey && !bootstrapApiKey) printBootstrapKey(this.config, key);
  }

  /** Makes a link only for a terminal, since files and logs are kept, and only for a service that nobody outside this machine reaches. */
  private async firstConsoleLink(): Promise<string | null> {
    const { consoleLinks } = this;
    const { host } = this.config;
    if (!consoleLinks || !isOnTerminal() || !isLoopbackHost(host)) return null;
    const link = await retryUntilAvailable(() => consoleLinks.createFirst(), this.log);
    return link?.url ?? null;
  }

  private async runWorkers(role: ProcessRole): Promise<RunWorkers> {
    if (role === 'standalone') return 'here';
    return (await this.connected(['worker', 'standalone'])).length > 0 ? 'elsewhere' : 'none';
  }

  /** Without Redis, nothing else reports that each process counts rate limits for itself. */
  private async warnOfSeparateLimits(ownName?: string): Promise<void> {
    if (this.config.redisUrl) return;
    const names = await this.connected(['api', 'standalone']);
    const others = names.filter((name) => name !== ownName).length;
    if (others > 0) this.log.warn({ other_processes: others }, SEPARATE_LIMITS);
  }

  /** The names of the processes that use this database; none when they cannot be read, so that the start does not depend on them. */
  private async connected(roles: readonly ProcessRole[]): Promise<string[]> {
    try {
      return await connectedProcesses((sql, parameters) => this.database.query(sql, parameters), roles);
    } catch (error) {
      this.log.warn({ err: error }, 'It is not known whether other processes use this database.');
      return [];
    }
  }
}

const SEPARATE_LIMITS =
  'Other processes serve the API on this database, and each counts rate limits for itself. Set REDIS_URL for all of them to share the limits.';
