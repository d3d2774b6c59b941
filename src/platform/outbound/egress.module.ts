import { Module } from '@nestjs/common';
import { type Config, CONFIG } from '../config/config';
import { EgressPolicy } from './egress-policy.rules';

const policyOf = ({ egressAllowHosts: allowHosts, egressAllowCidrs: allowCidrs }: Config): EgressPolicy =>
  new EgressPolicy({ allowHosts, allowCidrs });

/** The destinations that the operator allows, also for commands, which judge addresses and open no connections. */
@Module({
  providers: [{ provide: EgressPolicy, useFactory: policyOf, inject: [CONFIG] }],
  exports: [EgressPolicy],
})
export class EgressModule {}
