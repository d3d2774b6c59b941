import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { type ChallengeContent, challengeOf, endOfChallenge, NONCE_BYTES } from './challenge.rules';
import { PasskeysRepository } from './passkeys.repository';

/** Makes the challenges that passkeys sign. Every process accepts those of the others, and the database each of them once. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly keys: SecretKeys,
    private readonly passkeys: PasskeysRepository,
  ) {}

  async make(content: ChallengeContent): Promise<string> {
    const endsAt = await this.passkeys.endOfNewChallenge(CHALLENGE_SECONDS);
    return challengeOf(this.ownKeys()[0]!, content, { endsAt, nonce: randomBytes(NONCE_BYTES) });
  }

  /** True for a challenge that this service has made for this purpose and session, whether or not it has ended or was used. */
  isOwn(content: ChallengeContent, challenge: string): boolean {
    return endOfChallenge(this.ownKeys(), content, challenge) !== null;
  }

  /** False when the challenge has ended or was used before. What it is used for belongs in the same transaction. */
  async use(content: ChallengeContent, challenge: string): Promise<boolean> {
    const endsAt = endOfChallenge(this.ownKeys(), content, challenge);
    return endsAt !== null && (await this.passkeys.useChallenge(sha256Of(challenge), endsAt));
  }

  private readonly ownKeys = (): Buffer[] => this.keys.derive('passkey challenges').map(({ key }) => key);
}

export const CHALLENGE_SECONDS = 300;
