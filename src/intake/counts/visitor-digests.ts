import { Injectable } from '@nestjs/common';
import { networkOf } from '../../api/rate-limit/network.rules';
import { hmacOf } from '../../platform/crypto/digests.rules';
import { type DerivedKey, SecretKeys } from '../../platform/crypto/secret-keys';

/** Tells visitors of a form apart. Without APP_SECRET a digest neither reveals the address nor links forms. */
@Injectable()
export class VisitorDigests {
  constructor(private readonly keys: SecretKeys) {}

  /** @param scope a form, or a form and a day: the digests of different scopes cannot be compared */
  of(scope: string, address = ''): string {
    const [{ key }] = this.keys.derive('visitors of mismatches') as [DerivedKey];
    return hmacOf(key, `${scope} ${networkOf(address)}`)
      .toString('base64url')
      .slice(0, VISITOR_LENGTH);
  }
}

const VISITOR_LENGTH = 12;
