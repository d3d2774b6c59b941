import { type DynamicModule, type INestApplicationContext, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AccountEntity } from '../accounts/account.entity';
import { AccountSecretsService } from '../accounts/account-secrets.service';
import { AccountsModule } from '../accounts/accounts.module';
import { AccountsService } from '../accounts/accounts.service';
import { PointsService } from '../accounts/points.service';
import { ApiCoreModule } from '../api/api-core.module';
import { ConsoleLinksService } from '../console/console-links.service';
import { ConsoleModule } from '../console/console.module';
import { ENTITIES } from '../entities';
import { ErasureReapplyService } from '../erasures/erasure-reapply.service';
import { ErasuresModule } from '../erasures/erasures.module';
import { ExportsModule } from '../exports/exports.module';
import { ExportsService } from '../exports/exports.service';
import { FormsModule } from '../forms/forms.module';
import { FormsService } from '../forms/forms.service';
import { ImportsService } from '../intake/imports/imports.service';
import { UndoImportsService } from '../intake/imports/undo/undo-imports.service';
import { IntakeModule } from '../intake/intake.module';
import { KeysModule } from '../keys/keys.module';
import { KeysService } from '../keys/keys.service';
import { PeopleService } from '../keys/people.service';
import { type Config, loadConfig } from '../platform/config/config';
import { assertMigrated, migrationStateOf } from '../platform/database/migrations';
import { PlatformModule, type PlatformOptions } from '../platform/platform.module';
import { QueueModule } from '../platform/queue/queue.module';
import { prepareTables } from '../start/resources';
import { checkedAppSecret } from '../start/app-secret';
import { RetentionService } from '../submissions/retention/retention.service';
import { SubmissionsModule } from '../submissions/submissions.module';
import { RunRetryService } from '../workflows/runs/api/run-retry.service';
import { RunsService } from '../workflows/runs/api/runs.service';
import { RunsModule } from '../workflows/runs/runs.module';
import { withDatabase } from './command-database';
import type { AccountOption } from './options';
import type { Terminal } from './terminal';

@Injectable()
export class Services {
  constructor(
    readonly accounts: AccountsService,
    readonly consoleLinks: ConsoleLinksService,
    readonly erasures: ErasureReapplyService,
    readonly exports: ExportsService,
    readonly forms: FormsService,
    readonly imports: ImportsService,
    readonly keys: KeysService,
    readonly people: PeopleService,
    readonly points: PointsService,
    readonly retention: RetentionService,
    readonly retries: RunRetryService,
    readonly runs: RunsService,
    readonly secrets: AccountSecretsService,
    readonly undo: UndoImportsService,
  ) {}

  accountOf({ account }: AccountOption): Promise<AccountEntity> {
    return account === undefined ? this.accounts.defaultAccount() : this.accounts.get(account);
  }
}

/** Creates the services on the configured database, runs `work` and closes them. Services that the terminal already has stay open. */
export async function withServices<Result>(terminal: Terminal, work: (services: Services) => Promise<Result>): Promise<Result> {
  if (terminal.opened) return work(terminal.opened.get(Services));
  const config = loadConfig(terminal.env);
  return withDatabase(config, terminal, async (url) => {
    await ensureTables(url, config);
    const app = await openServices(config, url);
    try {
      return await work(app.get(Services));
    } finally {
      await app.close();
    }
  });
}

/** Runs `work` like `withServices`, with the selected account or the default one. */
export const withAccount = <Result>(
  terminal: Terminal,
  options: AccountOption,
  work: (services: Services, account: AccountEntity) => Promise<Result>,
): Promise<Result> => withServices(terminal, async (services) => work(services, await services.accountOf(options)));

/** Creates the tables of an empty database. Other databases are not migrated, since an older version may be running on them. */
async function ensureTables(url: string, config: Config): Promise<void> {
  const { applied } = await migrationStateOf(url);
  if (applied.length === 0 && config.migrateOnStart) await prepareTables(config, url);
  else await assertMigrated(url);
}

export async function openServices(config: Config, databaseUrl: string): Promise<INestApplicationContext> {
  const options = {
    config: { ...config, databasePoolSize: 1, redisUrl: null },
    databaseUrl,
    appSecret: await checkedAppSecret(databaseUrl, config),
  };
  return NestFactory.createApplicationContext(OperatorModule.forRoot(options), { logger: false, abortOnError: false });
}

/** The domain modules of the service, without a connection to the queue: workers find new runs within seconds without a wake-up. */
@Module({})
class OperatorModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: OperatorModule,
      imports: [PlatformModule.forRoot(options, ENTITIES), QueueModule.forRoot(null), ApiCoreModule, ...DOMAINS],
      providers: [Services],
    };
  }
}

const DOMAINS = [
  AccountsModule,
  ConsoleModule,
  ErasuresModule,
  ExportsModule,
  FormsModule,
  IntakeModule,
  KeysModule,
  RunsModule,
  SubmissionsModule,
];
