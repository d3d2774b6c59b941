import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hmacOf } from '../platform/crypto/digests.rules';
import type { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { HOURLY, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { ShortLivedCache } from '../platform/short-lived-cache';
import { countedAddressOf } from './visitor-address.rules';
import { digestKeySealer } from './digest-key-sealer';
import { VisitorMailsRepository } from './visitor-mails.repository';

/**
 * Digests of the addresses of visitors, by a random key of the account: the lists name nobody, and nobody can compare the lists of two
 * accounts. The keys are kept sealed, and sealed again when `APP_SECRET` is replaced, so that the lists outlive it.
 */
@Injectable()
export class AddressDigests {
  private readonly sealer: Sealer;
  private readonly opened = new ShortLivedCache<Buffer | null>();

  constructor(
    private readonly mails: VisitorMailsRepository,
    keys: SecretKeys,
  ) {
    this.sealer = digestKeySealer(keys);
  }

  async digestOf(accountId: string, address: string): Promise<Buffer> {
    return hmacOf(await this.keyOf(accountId), countedAddressOf(address));
  }

  /** The key of the account, which is made when it is first needed. */
  async keyOf(accountId: string): Promise<Buffer> {
    return (await this.knownKeyOf(accountId)) ?? this.newKeyOf(accountId);
  }

  /** Null for an account that has no key yet, or that there is not. */
  knownKeyOf(accountId: string): Promise<Buffer | null> {
    return this.opened.get(accountId, async () => {
      const sealed = await this.mails.sealedKey(accountId);
      return sealed && this.open(accountId, sealed);
    });
  }

  /** Its first execution is at the start of a process, and so the one after `APP_SECRET` was replaced. */
  @PeriodicTask({ name: 'keys of visitor digests', processes: 'worker', everySeconds: HOURLY })
  async sealAgain(): Promise<boolean> {
    const rows = await this.mails.keysSealedBefore(this.sealer.prefix, this.sealedUpTo);
    for (const { accountId, sealed } of rows) {
      const key = this.sealer.open(sealed, accountId);
      if (key) await this.mails.replaceKey(accountId, sealed, this.sealer.seal(key, accountId));
    }
    this.sealedUpTo = rows.at(-1)?.accountId ?? null;
    return rows.length > 0;
  }

  /** The account with which the next batch goes on, since a key that cannot be opened stays as it is. */
  private sealedUpTo: string | null = null;

  /** The key is read past the cache, since the transaction of the caller may be rolled back, and the key with it. */
  private async newKeyOf(accountId: string): Promise<Buffer> {
    await this.mails.addKey(accountId, this.sealer.seal(randomBytes(KEY_BYTES), accountId));
    this.opened.delete(accountId);
    return this.open(accountId, (await this.mails.sealedKey(accountId))!);
  }

  private open(accountId: string, sealed: Buffer): Buffer {
    return this.sealer.openOrThrow(sealed, accountId, 'The key of the digests of visitors');
  }
}

const KEY_BYTES = 32;
