import { Injectable } from '@nestjs/common';
import { hmacOf } from '../platform/crypto/digests.rules';
import { SecretKeys } from '../platform/crypto/secret-keys';

/** Keyed digests of the secrets of links and sessions. A copy of the database neither holds them nor can add any. */
@Injectable()
export class ConsoleDigests {
  constructor(private readonly keys: SecretKeys) {}

  /** The digest by the present APP_SECRET comes first, and after it that by the previous one, if any. */
  of(text: string): [Buffer, ...Buffer[]] {
    return this.keys.derive('console').map(({ key }) => hmacOf(key, text)) as [Buffer, ...Buffer[]];
  }
}
