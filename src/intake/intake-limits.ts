import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '../api/errors/api-error';
import { type Config, CONFIG } from '../platform/config/config';
import { type Bucket, BucketStore, rateLimitExceeded } from '../api/rate-limit/bucket-store';
import { MemoryBucketStore } from '../api/rate-limit/memory-bucket-store';
import { networkOf } from '../api/rate-limit/network.rules';
import type { CompiledForm } from './compiled-form';
import { CompiledFormCache } from './compiled-form-cache';

/** Limits per minute of submissions and, apart from them, of challenges, by address and by form. A limit of zero is off. */
@Injectable()
export class IntakeLimits {
  /** Limits the look-ups of this process, whose forms are outdated or missing. */
  private readonly lookUps = new MemoryBucketStore();

  constructor(
    private readonly forms: CompiledFormCache,
    private readonly buckets: BucketStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Counts a request of a visitor to a form, before anything else of it is looked at. Resolves with the form, possibly outdated. Throws 404,
   * and 429, once the current revision of the form has the same limit.
   */
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

  /** Comes last, so that refused requests cannot use up the limit of the form. Throws 429. */
  async takeForForm(formId: string): Promise<void> {
    await this.take(this.bucketOf(formId));
  }

  /** Returns what `takeForForm` has taken for a submission whose key was used before, since such a submission is not counted. */
  async returnToForm(formId: string): Promise<void> {
    const bucket = this.bucketOf(formId);
    if (bucket.perMinute > 0) await this.buckets.putBack(bucket);
  }

  /**
   * A form with a limit of its own is for many people behind one address, who do not use up that of the address over all forms. A form that
   * is not known yet is looked up only within the latter.
   */
  private async count({ formId, network, thing }: Visit, known: CompiledForm | undefined): Promise<CompiledForm> {
    const { perIp, perIpForm } = this.config.intake;
    const ofAddress = { name: thing, key: network, shard: network, perMinute: perIp };
    if (!known || this.ownLimit(known) === null) await this.take(ofAddress);
    const form = known ?? (await this.forms.get(formId));
    const own = this.ownLimit(form);
    if (!known && own !== null && perIp > 0) await this.buckets.putBack(ofAddress);
    const key = own === null ? `${network} ${formId}` : `${network} ${formId} ${own}`; // another limit begins with a full bucket
    await this.take({ name: `${thing}_of_form`, key, shard: network, perMinute: own ?? perIpForm });
    return form;
  }

  private ownLimit({ settings }: CompiledForm): number | null {
    const { per_address_per_minute: perMinute } = settings.intake;
    return perMinute === null ? null : Math.min(perMinute, this.config.intake.perIpFormMax);
  }

  /** The current revision of a form if it has another limit, so that a change of the limit holds at once. */
  private async withOtherLimit(known: CompiledForm): Promise<CompiledForm | null> {
    const current = (await this.mayLookUp(known.formId)) ? await this.forms.reloadIfChanged(known) : null;
    return current && this.ownLimit(current) !== this.ownLimit(known) ? current : null;
  }

  /** A form that is not known yet, to an address over the limit of all forms: it may have a limit of its own, and a page shows it. */
  private async beyondLimit({ formId, network }: Visit): Promise<CompiledForm | null> {
    return (await this.mayLookUp(network)) ? this.forms.get(formId).catch(() => null) : null;
  }

  /** Once a second on average for each form or network, since refusals have to stay cheap. */
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
