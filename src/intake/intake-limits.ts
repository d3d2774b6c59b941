import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../platform/config/config';
import { type Bucket, BucketStore, rateLimitExceeded } from '../api/rate-limit/bucket-store';
import { networkOf } from '../api/rate-limit/network.rules';

/**
 * Rate limits of submissions per minute, by client address and by form, and the same ones of challenges, which have buckets of their own
 * since a page fetches one before anything is sent. A limit of zero is off. Each method throws 429.
 */
@Injectable()
export class IntakeLimits {
  constructor(
    private readonly buckets: BucketStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Comes first, before the form is looked up. */
  async takeForAddress(address: string | undefined, thing: LimitedThing = 'visitor'): Promise<void> {
    const network = networkOf(address ?? '');
    await this.take({ name: thing, key: network, shard: network, perMinute: this.config.intake.perIp });
  }

  async takeForAddressAndForm(address: string | undefined, formId: string, thing: LimitedThing = 'visitor'): Promise<void> {
    const network = networkOf(address ?? '');
    const key = `${network} ${formId}`;
    await this.take({ name: `${thing}_of_form`, key, shard: network, perMinute: this.config.intake.perIpForm });
  }

  /** Comes last, so that refused requests cannot use up the limit of the form. */
  async takeForForm(formId: string): Promise<void> {
    await this.take(this.bucketOf(formId));
  }

  /** Returns what `takeForForm` has taken for a submission whose key was used before, since such a submission is not counted. */
  async returnToForm(formId: string): Promise<void> {
    const bucket = this.bucketOf(formId);
    if (bucket.perMinute > 0) await this.buckets.putBack(bucket);
  }

  private bucketOf(formId: string): Bucket {
    const { perForm } = this.config.intake;
    return { name: 'form', key: formId, shard: formId, perMinute: perForm, isReturnable: true };
  }

  private async take(bucket: Bucket): Promise<void> {
    if (bucket.perMinute === 0) return;
    const taken = await this.buckets.take([bucket]);
    if (!taken.allowed) throw rateLimitExceeded(taken);
  }
}

type LimitedThing = 'visitor' | 'challenge';
