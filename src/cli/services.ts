import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountSecretsService } from '../accounts/account-secrets.service';
import { AccountsModule } from '../accounts/accounts.module';
import { AccountsService } from '../accounts/accounts.service';
import { PointsService } from '../accounts/points.service';
import { ApiCoreModule } from '../api/api-core.module';
import { CONSOLE_LINK_PROVIDERS, ConsoleLinksService } from '../console/console-links.service';
import { ENTITIES } from '../entities';
import { prepareTables } from '../process-resources';
import { KeysModule } from '../keys/keys.module';
import { KeysService } from '../keys/keys.service';
import type { Config } from '../platform/config/config';
import { loadConfig } from '../platform/config/config';
import type { PlatformOptions } from '../platform/platform.module';
import { PlatformModule } from '../platform/platform.module';
import { FieldsModule } from '../fields/fields.module';
import { EXPORT_PROVIDERS, ExportsService } from '../exports/exports.service';
import { FilesModule } from '../files/files.module';
import { FILE_IMPORT_PROVIDERS, ImportsService } from '../intake/imports/imports.service';
import { IMPORT_PROVIDERS } from '../submissions/imports/submission-imports.service';
import { READER_PROVIDERS } from '../submissions/submission-reader';
import { FormsModule } from '../forms/forms.module';
import { FormsService } from '../forms/forms.service';
import { RetentionService } from '../submissions/retention/retention.service';
import { RETENTION_PROVIDERS } from '../submissions/retention/retention-providers';
import { WorkflowsModule } from '../workflows/workflows.module';
import { RunOperationsModule } from '../workflows/runs/operations/run-operations.module';
import { checkedAppSecret } from '../secret-check';
import { ErasureReplayService } from '../erasures/erasure-replay.service';
import { REPLAY_PROVIDERS } from '../erasures/replay-providers';
import { StorageModule } from '../platform/storage/storage.module';
import { RunOperationsService } from '../workflows/runs/operations/run-operations.service';
import { withDatabase } from './command-database';
import { assertMigrated, migrationStateOf } from '../platform/database/migrations';
import type { Terminal } from './terminal';

/** The services that commands use. */
@Injectable()
export class Services {
  constructor(
    readonly accounts: AccountsService,
    readonly consoleLinks: ConsoleLinksService,
    readonly erasures: ErasureReplayService,
    readonly exports: ExportsService,
    readonly forms: FormsService,
    readonly imports: ImportsService,
    readonly keys: KeysService,
    readonly points: PointsService,
    readonly retention: RetentionService,
    readonly runs: RunOperationsService,
    readonly secrets: AccountSecretsService,
  ) {}
}

/** Creates the services on the configured database, does the work, and closes them. */
export const withServices = <Result>(terminal: Terminal, work: (services: Services) => Promise<Result>): Promise<Result> =>
  withModule(terminal, OperatorModule, (app) => work(app.get(Services)));

/** Does the same with a module that holds other services. One that is open already stays so. */
export async function withModule<Result>(
  terminal: Terminal,
  module: CommandModule,
  work: (app: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const opened = terminal.opened?.get(module);
  if (opened) return work(opened);
  const config = loadConfig(terminal.env);
  return withDatabase(config, terminal, async (url) => {
    await ensureTables(url, config);
    const app = await openModule(module, config, url);
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  });
}

/** Creates the tables of an empty database. A database in use is not migrated, since an older version of the service may be using it. */
async function ensureTables(url: string, config: Config): Promise<void> {
  const { applied } = await migrationStateOf(url);
  if (applied.length === 0 && config.migrateOnStart) await prepareTables(config, url);
  else await assertMigrated(url);
}

/** The class of a module with the services of commands. */
export interface CommandModule {
  forRoot(options: PlatformOptions): DynamicModule;
}

export async function openModule(module: CommandModule, config: Config, databaseUrl: string): Promise<INestApplicationContext> {
  const options = {
    config: { ...config, databasePoolSize: 1 },
    databaseUrl,
    appSecret: await checkedAppSecret(databaseUrl, config),
  };
  return NestFactory.createApplicationContext(module.forRoot(options), { logger: false, abortOnError: false });
}

@Module({})
export class OperatorModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    const platform = PlatformModule.forRoot(options, ENTITIES);
    const domains = [AccountsModule, KeysModule, FormsModule, FieldsModule, WorkflowsModule, RunOperationsModule];
    return {
      module: OperatorModule,
      imports: [platform, ApiCoreModule, FilesModule, StorageModule, ...domains],
      providers: [
        ...CONSOLE_LINK_PROVIDERS,
        ...EXPORT_PROVIDERS,
        ...FILE_IMPORT_PROVIDERS,
        ...IMPORT_PROVIDERS,
        ...READER_PROVIDERS,
        ...RETENTION_PROVIDERS,
        ...REPLAY_PROVIDERS,
        Services,
      ],
    };
  }
}
