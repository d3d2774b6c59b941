import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { DatabaseOutage } from './database/database-outage';
import { Mailer } from './mail/mailer';
import { EgressPolicy } from './outbound/egress-policy.rules';
import { HostLimits } from './outbound/host-limits';
import { OutboundHttp } from './outbound/outbound-http';
import type { PlatformOptions } from './platform.module';
import { QueueModule } from './queue/queue.module';
import { QueueWorkers } from './queue/queue-workers';

/** Connections to other systems: the queue, outbound HTTP and mail. The command-line tools need none of them. */
@Global()
@Module({})
export class ConnectionsModule {
  static forRoot({ config, databaseUrl }: PlatformOptions): DynamicModule {
    const { redisUrl, smtpUrl, mailFrom, egressAllowHosts, egressAllowCidrs } = config;
    return {
      module: ConnectionsModule,
      imports: [QueueModule.forRoot({ redisUrl, databaseUrl })],
      providers: [
        {
          provide: EgressPolicy,
          useFactory: () => new EgressPolicy({ allowHosts: egressAllowHosts, allowCidrs: egressAllowCidrs }),
        },
        {
          provide: OutboundHttp,
          useFactory: (policy: EgressPolicy) => new OutboundHttp(policy),
          inject: [EgressPolicy],
        },
        DatabaseOutage,
        QueueWorkers,
        { provide: HostLimits, useFactory: () => new HostLimits() },
        {
          provide: Mailer,
          useFactory: () => new Mailer({ smtpUrl: smtpUrl ?? undefined, from: mailFrom ?? undefined }),
        },
      ],
      exports: [DatabaseOutage, EgressPolicy, OutboundHttp, QueueWorkers, HostLimits, Mailer],
    };
  }
}
