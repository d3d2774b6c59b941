import { Injectable } from '@nestjs/common';
import { Authenticator } from '../api/auth/caller';
import { parseSecret } from '../api/auth/secret-format.rules';
import { invalidApiKey, messageFor } from '../api/operation/api-key.guard';
import { bucketsOf } from '../api/operation/rate-limit.guard';
import { BucketStore, FailedAuthentications, rateLimitExceeded } from '../api/rate-limit/bucket-store';
import { ConsoleDigests, ConsoleSecretsRepository } from './console-secrets.repository';
import type { SessionRequest } from './own-page';
import type { SignInDto } from './sign-in.dto';
import { type BegunSession, SignInService } from './sign-in.service';

/** Signs in with a link that somebody handed over, or with an API key. */
@Injectable()
export class SecretSignInService {
  constructor(
    private readonly signIns: SignInService,
    private readonly secrets: ConsoleSecretsRepository,
    private readonly digests: ConsoleDigests,
    private readonly keys: Authenticator,
    private readonly failures: FailedAuthentications,
    private readonly buckets: BucketStore,
  ) {}

  /** Throws 401 for an invalid link or key, and 429. */
  signIn(request: SessionRequest, { secret, key }: SignInDto, requestId: string): Promise<BegunSession> {
    return key === undefined ? this.byLink(request, secret!, requestId) : this.byKey(request, key, requestId);
  }

  /** Counts a failed authentication and throws 401. */
  async refuse({ ip }: SessionRequest, message?: string): Promise<never> {
    await this.failures.count(ip);
    throw invalidApiKey(message);
  }

  private async byLink(request: SessionRequest, secret: string, requestId: string): Promise<BegunSession> {
    const opening = { linkDigests: this.digests.of(secret) };
    const begun = await this.signIns.begin(request, requestId, { opening, openedBy: 'link' });
    return begun ?? this.refuse(request, await this.whyNoLink(secret));
  }

  /** Signing in counts against the limit of the key like any change. */
  private async byKey(request: SessionRequest, key: string, requestId: string): Promise<BegunSession> {
    const found = await this.keys.authenticate(key);
    if (typeof found === 'string') return this.refuse(request, messageFor(key, found));
    const taken = await this.buckets.take(bucketsOf(found, 'write'));
    if (!taken.allowed) throw rateLimitExceeded(taken);
    const opening = { lookupId: parseSecret('fck', key)!.id };
    return (await this.signIns.begin(request, requestId, { opening, openedBy: 'key' })) ?? this.refuse(request);
  }

  private async whyNoLink(secret: string): Promise<string> {
    const link = parseSecret('fcl', secret);
    return link && !(await this.secrets.hasAccount(link.id)) ? LINK_OF_ANOTHER : USED_LINK;
  }
}

const LINK_OF_ANOTHER =
  'This link is of another service, or of another database. "npm run --silent cli -- console" prints one for the service of its data folder.';
const USED_LINK = 'This link has been used or has expired. "npm run --silent cli -- console" prints a new one.';
