import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { ENTITIES } from './entities';
import { ConnectionsModule } from './platform/connections.module';
import { PlatformModule } from './platform/platform.module';
import type { Surroundings } from './platform/platform.module';
import { RunsModule } from './workflows/runs/runs.module';

/** The job side: what executes runs, and nothing that listens. */
@Module({})
export class WorkerModule {
  static in(surroundings: Surroundings): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.in(surroundings, ENTITIES), ConnectionsModule.in(surroundings), RunsModule],
    };
  }
}
