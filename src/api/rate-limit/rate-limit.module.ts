import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../../platform/connections.module';
import { LimiterConnection } from '../../platform/redis/limiter-connection';
import { BucketStore, FailedAuthentications } from './bucket-store';
import { MemoryBucketStore } from './memory-bucket-store';
import { RedisBucketStore } from './redis-bucket-store';

const bucketStore = (redis: LimiterConnection | null): BucketStore => (redis ? new RedisBucketStore(redis) : new MemoryBucketStore());

@Module({
  imports: [ConnectionsModule],
  providers: [FailedAuthentications, { provide: BucketStore, useFactory: bucketStore, inject: [LimiterConnection] }],
  exports: [BucketStore, FailedAuthentications],
})
export class RateLimitModule {}
