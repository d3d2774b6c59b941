import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../../platform/config/config';
import { Sealer } from '../../platform/crypto/sealer';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { Clock } from '../../platform/time';

/** A change of the address of an account that waits for its confirmation. */
export interface AddressChange {
  accountId: string;
  email: string;
  /** The address at the time of the request: another change ends the link. */
  before: string | null;
  /** The key that asked, whose end ends the link. */
  keyId: string;
  actor: 'key' | 'console';
}

/** Links that confirm an address. The token has the whole change, so nothing is stored until it is opened. */
@Injectable()
export class AddressLinks {
  private readonly sealer: Sealer;

  constructor(
    private readonly clock: Clock,
    keys: SecretKeys,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl'>,
  ) {
    this.sealer = new Sealer(keys, PURPOSE);
  }

  of(change: AddressChange): { url: string; expiresAt: Date } {
    const expiresAt = new Date(this.clock.now().getTime() + LIFETIME_MS);
    const token = this.sealer.seal(JSON.stringify({ ...change, end: expiresAt.getTime() }), PURPOSE).toString('base64url');
    return { url: `${this.config.baseUrl}${ADDRESS_LINK_PATH}/${token}`, expiresAt };
  }

  /** Returns null for a token that has ended, or that the service has not made. */
  changeOf(token: string): AddressChange | null {
    const sealed = Buffer.from(token.slice(0, MAX_TOKEN_LENGTH), 'base64url');
    const plain = sealed.toString('base64url') === token ? this.sealer.open(sealed, PURPOSE) : null;
    if (!plain) return null;
    const { end, ...change } = JSON.parse(plain.toString()) as AddressChange & { end: number };
    return end > this.clock.now().getTime() ? change : null;
  }
}

export const ADDRESS_LINK_PATH = '/account-email';

const PURPOSE = 'account-address';
const LIFETIME_MS = 60 * 60 * 1000;
const MAX_TOKEN_LENGTH = 4_096;
