import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { DatabaseOutage } from './database/database-outage';
import { Mailer } from './mail/mailer';
import { LimiterMetrics } from './metrics/limiter-metrics';
import { EgressModule } from './outbound/egress.module';
import { EgressPolicy } from './outbound/egress-policy.rules';
import { HostLimits } from './outbound/host-limits';
import { RedisHostRate } from './outbound/redis-host-rate';
import { OutboundHttp } from './outbound/outbound-http';
import type { PlatformOptions } from './platform.module';
import { QueueModule } from './queue/queue.module';
import { LimiterConnection } from './redis/limiter-connection';
import { QueueWorkers } from './queue/queue-workers';

/** Connections to other systems: the queue, shared limits, outbound HTTP and mail. The command-line tools need none of them. */
@Global()
@Module({})
export class ConnectionsModule {
  static forRoot({ config, databaseUrl }: PlatformOptions): DynamicModule {
    const { redisUrl, smtpUrl, mailFrom } = config;
    return {
      module: ConnectionsModule,
      imports: [EgressModule.forRoot(config), QueueModule.forRoot({ redisUrl, databaseUrl })],
      providers: [
        {
          provide: OutboundHttp,
          useFactory: (policy: EgressPolicy) => new OutboundHttp(policy),
          inject: [EgressPolicy],
        },
        DatabaseOutage,
        QueueWorkers,
        // null without Redis: each process then applies limits for itself
        {
          provide: LimiterConnection,
          useFactory: (metrics: LimiterMetrics) =>
            redisUrl ? new LimiterConnection(redisUrl, (script) => metrics.countFallback(script)) : null,
          inject: [LimiterMetrics],
        },
        {
          provide: HostLimits,
          useFactory: (redis: LimiterConnection | null) => new HostLimits({}, redis && new RedisHostRate(redis)),
          inject: [LimiterConnection],
        },
        {
          provide: Mailer,
          useFactory: () => new Mailer({ smtpUrl: smtpUrl ?? undefined, from: mailFrom ?? undefined }),
        },
      ],
      exports: [DatabaseOutage, OutboundHttp, QueueWorkers, HostLimits, LimiterConnection, Mailer],
    };
  }
}
