import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '../api/errors/api-error';
import { type Config, CONFIG } from '../platform/config/config';
import { type Bucket, BucketStore, rateLimitExceeded } from '../api/rate-limit/bucket-store';
import { MemoryBucketStore } from '../api/rate-limit/memory-bucket-store';
import { networkOf } from '../api/rate-limit/network.rules';
import type { CompiledForm } from './compiled-form';
import { CompiledFormCache } from './compiled-form-cache';

/** Limits submissions and challenges separately, per minute, by address and by form. A limit of zero is off. */
@Injectable()
export class IntakeLimits {
  /** Limits how often this process looks up forms that are missing or outdated. */
  private readonly lookUps = new MemoryBucketStore();

  constructor(
    private readonly forms: CompiledFormCache,
    private readonly buckets: BucketStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Resolves with the form, which may be outdated. Throws 404, and 429 once the current revision has confirmed the limit. */
  async takeForAddress(formId: string, address: string | undefined, thing: LimitedThing = 'visitor'): Promise<CompiledForm> {
    const visit = { formId, network: networkOf(address ?? ''), thing };
    const known = this.forms.peek(formId);
    try {
      return await this.count(visit, known);
    } catch (error) {
      if (!isLimit(error)) throw error;
      const current = known ? await this.withOtherLimit(known) : await this.beyondLimit(visit);
      if (!current) throw error;
      return this.count(visit, current);
    }
  }

  /** Runs last, so that refused requests do not use up the limit of the form. Throws 429. */
  async takeForForm(formId: string): Promise<void> {
    await this.take(this.bucketOf(formId));
  }

  /** Returns what `takeForForm` took, since a submission whose key was used before does not count. */
  async returnToForm(formId: string): Promise<void> {
    const bucket = this.bucketOf(formId);
    if (bucket.perMinute > 0) await this.buckets.putBack(bucket);
  }

  /** A form with its own limit serves many people behind one address, who do not use up the address's limit over all forms. */
  private async count({ formId, network, thing }: Visit, known: CompiledForm | undefined): Promise<CompiledForm> {
    const { perIp, perIpForm } = this.config.intake;
    const ofAddress = { name: thing, key: network, shard: network, perMinute: perIp };
    if (!known || this.ownLimit(known) === null) await this.take(ofAddress);
    const form = known ?? (await this.forms.get(formId));
    const own = this.ownLimit(form);
    if (!known && own !== null && perIp > 0) await this.buckets.putBack(ofAddress);
    const key = own === null ? `${network} ${formId}` : `${network} ${formId} ${own}`; // a changed limit begins with a full bucket
    await this.take({ name: `${thing}_of_form`, key, shard: network, perMinute: own ?? perIpForm });
    return form;
  }

  private ownLimit({ settings }: CompiledForm): number | null {
    const { per_address_per_minute: perMinute } = settings.intake;
    return perMinute === null ? null : Math.min(perMinute, this.config.intake.perIpFormMax);
  }

  /** Returns the current revision of the form if its limit has changed, so that a change applies at once. */
  private async withOtherLimit(known: CompiledForm): Promise<CompiledForm | null> {
    const current = (await this.mayLookUp(known.formId)) ? await this.forms.reloadIfChanged(known) : null;
    return current && this.ownLimit(current) !== this.ownLimit(known) ? current : null;
  }

  /** Looks up an unknown form for an address over its limit, since the form may have its own limit, and a page shows it. */
  private async beyondLimit({ formId, network }: Visit): Promise<CompiledForm | null> {
    return (await this.mayLookUp(network)) ? this.forms.get(formId).catch(() => null) : null;
  }

  /** Allows one look-up a second on average for each form or network, so that refusals stay cheap. */
  private async mayLookUp(key: string): Promise<boolean> {
    return (await this.lookUps.take([{ name: 'look_up', key, shard: key, perMinute: 60 }])).allowed;
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

interface Visit {
  formId: string;
  network: string;
  thing: LimitedThing;
}

export const isLimit = (error: unknown): boolean => error instanceof ApiError && error.code === 'rate_limit_exceeded';
