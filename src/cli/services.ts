import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountSecretsService } from '../accounts/account-secrets.service';
import { AccountsModule } from '../accounts/accounts.module';
import { AccountsService } from '../accounts/accounts.service';
import { PointsService } from '../accounts/points.service';
import { ApiCoreModule } from '../api/api-core.module';
import { ENTITIES } from '../entities';
import { prepareTables } from '../process-resources';
import { BootstrapKeyService } from '../keys/bootstrap-key.service';
import { KeysModule } from '../keys/keys.module';
import { KeysService } from '../keys/keys.service';
import { appSecretOf } from '../platform/config/app-secret';
import type { Config } from '../platform/config/config';
import { loadConfig } from '../platform/config/config';
import { Database } from '../platform/database/database';
import type { PlatformOptions } from '../platform/platform.module';
import { PlatformModule } from '../platform/platform.module';
import { EgressModule } from '../platform/outbound/egress.module';
import { FormsModule } from '../forms/forms.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { RunOperationsModule } from '../workflows/runs/operations/run-operations.module';
import { RunOperationsService } from '../workflows/runs/operations/run-operations.service';
import { withDatabase } from './command-database';
import { DemoService } from './demo/demo.service';
import { assertMigrated, migrationStateOf } from '../platform/database/migrations';
import type { Terminal } from './terminal';

/** The services that commands use. */
export interface Services {
  accounts: AccountsService;
  bootstrapKey: BootstrapKeyService;
  demo: DemoService;
  keys: KeysService;
  points: PointsService;
  runs: RunOperationsService;
  secrets: AccountSecretsService;
}

/** Creates the services on the configured database, does the work, and closes them. */
export function withServices<Result>(
  terminal: Terminal,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig(terminal.env);
  return withDatabase(config, terminal, async (url) => {
    await ensureTables(url, config);
    const app = await createApp(config, url);
    try {
      return await work(servicesOf(app));
    } finally {
      await app.close();
      await app.get(Database).close();
    }
  });
}

const servicesOf = (app: INestApplicationContext): Services => ({
  accounts: app.get(AccountsService),
  bootstrapKey: app.get(BootstrapKeyService),
  demo: app.get(DemoService),
  keys: app.get(KeysService),
  points: app.get(PointsService),
  runs: app.get(RunOperationsService),
  secrets: app.get(AccountSecretsService),
});

/** Creates the tables of an empty database. A database in use is not migrated, since an older version of the service may be using it. */
async function ensureTables(url: string, config: Config): Promise<void> {
  const { applied } = await migrationStateOf(url);
  if (applied.length === 0 && config.migrateOnStart) await prepareTables(config, url);
  else await assertMigrated(url);
}

async function createApp(config: Config, databaseUrl: string): Promise<INestApplicationContext> {
  const options = {
    config: { ...config, databasePoolSize: 1 },
    databaseUrl,
    appSecret: await appSecretOf(config),
  };
  return NestFactory.createApplicationContext(OperatorModule.forRoot(options), { logger: false, abortOnError: false });
}

@Module({})
class OperatorModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    const platform = PlatformModule.forRoot(options, ENTITIES);
    const egress = EgressModule.forRoot(options.config);
    const domains = [AccountsModule, KeysModule, FormsModule, WorkflowsModule, RunOperationsModule];
    return { module: OperatorModule, imports: [platform, egress, ApiCoreModule, ...domains], providers: [DemoService] };
  }
}
