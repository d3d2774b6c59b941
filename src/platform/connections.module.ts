import { Module } from '@nestjs/common';
import { type Config, CONFIG } from './config/config';
import { DatabaseOutage } from './database/database-outage';
import { Mailer } from './mail/mailer';
import { LimiterMetrics } from './metrics/metrics';
import { EgressPolicy } from './outbound/egress-policy.rules';
import { HostLimits } from './outbound/host-limits';
import { RedisHostRate } from './outbound/redis-host-rate';
import { OutboundHttp } from './outbound/outbound-http';
import { LimiterConnection } from './redis/limiter-connection';
import { QueueWorkers } from './queue/queue-workers';

const policyOf = ({ egressAllowHosts: allowHosts, egressAllowCidrs: allowCidrs }: Config): EgressPolicy =>
  new EgressPolicy({ allowHosts, allowCidrs });

/** The policy for outbound connections, also for commands, which check addresses but open no connections. */
@Module({ providers: [{ provide: EgressPolicy, useFactory: policyOf, inject: [CONFIG] }], exports: [EgressPolicy] })
export class EgressModule {}

/** Null without Redis: each process then applies the limits for itself. */
const limiterConnection = ({ redisUrl }: Config, metrics: LimiterMetrics): LimiterConnection | null =>
  redisUrl ? new LimiterConnection(redisUrl, (limiter) => metrics.countFallback(limiter)) : null;

const hostLimits = (redis: LimiterConnection | null): HostLimits => new HostLimits({}, redis && new RedisHostRate(redis));

const mailer = ({ smtpUrl, mailFrom }: Config): Mailer => new Mailer({ smtpUrl: smtpUrl ?? undefined, from: mailFrom ?? undefined });

@Module({
  imports: [EgressModule],
  providers: [
    DatabaseOutage,
    QueueWorkers,
    { provide: OutboundHttp, useFactory: (policy: EgressPolicy) => new OutboundHttp(policy), inject: [EgressPolicy] },
    { provide: LimiterConnection, useFactory: limiterConnection, inject: [CONFIG, LimiterMetrics] },
    { provide: HostLimits, useFactory: hostLimits, inject: [LimiterConnection] },
    { provide: Mailer, useFactory: mailer, inject: [CONFIG] },
  ],
  exports: [DatabaseOutage, OutboundHttp, QueueWorkers, HostLimits, LimiterConnection, Mailer],
})
export class ConnectionsModule {}
