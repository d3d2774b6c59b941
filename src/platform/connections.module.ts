import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { DEPENDENCIES } from './lifecycle/dependency';
import { Mailer } from './mail/mailer';
import { EgressPolicy } from './outbound/egress-policy.rules';
import { HostLimits } from './outbound/host-limits';
import { OutboundHttp } from './outbound/outbound-http';
import type { PlatformOptions } from './platform.module';
import { openJobQueue } from './queue/bullmq-queue';
import { JobQueue } from './queue/job-queue';

/** Connections to other systems: the queue, outbound HTTP and mail. The command-line tools need none of them. */
@Global()
@Module({})
export class ConnectionsModule {
  static forRoot({ config, databaseUrl, queueSuffix }: PlatformOptions): DynamicModule {
    const { redisUrl, smtpUrl, mailFrom, egressAllowHosts, egressAllowCidrs } = config;
    return {
      module: ConnectionsModule,
      providers: [
        { provide: JobQueue, useFactory: () => openJobQueue({ redisUrl, databaseUrl, suffix: queueSuffix }) },
        {
          provide: EgressPolicy,
          useFactory: () => new EgressPolicy({ allowHosts: egressAllowHosts, allowCidrs: egressAllowCidrs }),
        },
        {
          provide: OutboundHttp,
          useFactory: (policy: EgressPolicy) => new OutboundHttp(policy),
          inject: [EgressPolicy],
        },
        { provide: HostLimits, useFactory: () => new HostLimits() },
        {
          provide: Mailer,
          useFactory: () => new Mailer({ smtpUrl: smtpUrl ?? undefined, from: mailFrom ?? undefined }),
        },
        {
          provide: DEPENDENCIES,
          useFactory: (queue: JobQueue) => [{ name: redisUrl ? 'redis' : 'queue', check: () => queue.depth() }],
          inject: [JobQueue],
        },
      ],
      exports: [JobQueue, EgressPolicy, OutboundHttp, HostLimits, Mailer, DEPENDENCIES],
    };
  }
}
