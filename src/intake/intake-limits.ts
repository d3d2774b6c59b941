import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import type { Bucket } from '../api/rate-limit/bucket.types';
import { BucketStore, rateLimitExceeded } from '../api/rate-limit/bucket-store';
import { networkOf } from '../api/rate-limit/network.rules';

/** How many submissions one visitor, and one form, may have a minute. A limit of zero is off. */
@Injectable()
export class IntakeLimits {
  constructor(
    private readonly buckets: BucketStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Before anything is looked up. */
  async takeForVisitor(address: string | undefined): Promise<void> {
    await this.take({ name: 'visitor', key: networkOf(address ?? ''), perMinute: this.config.intake.perIp });
  }

  async takeForVisitorOfForm(address: string | undefined, formId: string): Promise<void> {
    const key = `${networkOf(address ?? '')} ${formId}`;
    await this.take({ name: 'visitor_of_form', key, perMinute: this.config.intake.perIpForm });
  }

  /** Last of all, so that refused requests of strangers cannot use up what the form may have. */
  async takeForForm(formId: string): Promise<void> {
    await this.take({ name: 'form', key: formId, perMinute: this.config.intake.perForm });
  }

  private async take(bucket: Bucket): Promise<void> {
    if (bucket.perMinute === 0) return;
    const taken = await this.buckets.take([bucket]);
    if (!taken.allowed) throw rateLimitExceeded(taken);
  }
}
