import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { Config } from './config/config';
import { DEPENDENCIES } from './lifecycle/dependency';
import { Mailer } from './mail/mailer';
import { EgressPolicy } from './outbound/egress-policy.rules';
import { HostLimits } from './outbound/host-limits';
import { OutboundHttp } from './outbound/outbound-http';
import type { PlatformOptions } from './platform.module';
import { openJobQueue } from './queue/bullmq-queue';
import { JobQueue } from './queue/job-queue';

/** Connections to other systems: the queue, HTTP and mail. The operator's commands need none of them. */
@Global()
@Module({})
export class ConnectionsModule {
  static forRoot({ config, databaseUrl, queueSuffix }: PlatformOptions): DynamicModule {
    const { redisUrl, smtpUrl, mailFrom } = config;
    return {
      module: ConnectionsModule,
      providers: [
        { provide: JobQueue, useFactory: () => openJobQueue({ redisUrl, databaseUrl, suffix: queueSuffix }) },
        { provide: OutboundHttp, useFactory: () => new OutboundHttp(egressPolicy(config)) },
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
      exports: [JobQueue, OutboundHttp, HostLimits, Mailer, DEPENDENCIES],
    };
  }
}

const egressPolicy = ({ egressAllowHosts, egressAllowCidrs }: Config): EgressPolicy =>
  new EgressPolicy({ allowHosts: egressAllowHosts, allowCidrs: egressAllowCidrs });
