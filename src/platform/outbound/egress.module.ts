import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { Config } from '../config/config';
import { EgressPolicy } from './egress-policy.rules';

/** The destinations that the operator allows, also for commands, which judge addresses and open no connections. */
@Global()
@Module({})
export class EgressModule {
  static forRoot({ egressAllowHosts: allowHosts, egressAllowCidrs: allowCidrs }: Config): DynamicModule {
    const policy = { provide: EgressPolicy, useFactory: () => new EgressPolicy({ allowHosts, allowCidrs }) };
    return { module: EgressModule, providers: [policy], exports: [EgressPolicy] };
  }
}
