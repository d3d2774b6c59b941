import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import { makeSecret, type SecretParts } from '../api/auth/secret-format.rules';
import { newId } from '../platform/ids.rules';
import type { ApiKeyEntity } from './api-key.entity';
import type { KeyRights } from './key-ceiling.rules';
import { KeyGrantsRepository } from './key-grants.repository';
import { KeysRepository } from './keys.repository';
import { SecretDigests } from './secret-digests';

export interface NewKey {
  accountId: string;
  name: string;
  rights: KeyRights;
  createdByKeyId: string | null;
  createdAt: Date;
}

/** Writes keys for the operator and for keys that manage keys. The keys of the account are locked, and the right to it was judged. */
@Injectable()
export class KeyWriter {
  constructor(
    private readonly keys: KeysRepository,
    private readonly grants: KeyGrantsRepository,
    private readonly accounts: AccountsService,
    private readonly digests: SecretDigests,
  ) {}

  /** The number of active keys that the plan allows, when the account has as many; else null. */
  async reachedQuota(accountId: string): Promise<number | null> {
    const { keysMax } = await this.accounts.planOf(accountId);
    return keysMax !== null && (await this.keys.countActive(accountId)) >= keysMax ? keysMax : null;
  }

  async create({ rights, ...rest }: NewKey, secret: SecretParts): Promise<ApiKeyEntity> {
    const key = { id: newId(), ...rest, ...columnsOf(rights), isConsole: false, revokedAt: null, lastUsedAt: null, revision: 1 };
    await this.keys.insert(key);
    if (rights.formIds) await this.grants.grant(key.id, key.accountId, rights.formIds);
    await this.addSecret(key.id, secret, rest.createdAt);
    return key;
  }

  /** Narrows a key, or gives it another name. */
  async change({ id, accountId, revision }: ApiKeyEntity, name: string, rights: KeyRights): Promise<void> {
    await this.keys.update(id, { name, ...columnsOf(rights), revision: revision + 1 });
    if (rights.formIds) await this.grants.replace(id, accountId, rights.formIds);
  }

  /** Adds a value; resolves with its text. The earlier ones end after the overlap, or before that as they would have. */
  async rotate({ id, revision }: ApiKeyEntity, overlapSeconds: number, now: Date): Promise<string> {
    await this.keys.expireSecrets(id, overlapSeconds);
    const secret = makeSecret('fck');
    await this.addSecret(id, secret, now);
    await this.keys.update(id, { revision: revision + 1 });
    return secret.text;
  }

  private async addSecret(apiKeyId: string, { id: lookupId, secret }: SecretParts, createdAt: Date): Promise<void> {
    await this.keys.insertSecret({ lookupId, apiKeyId, digest: this.digests.of(secret), createdAt });
  }
}

const columnsOf = ({ scopes, formIds, writesEnabled, limits, expiresAt }: KeyRights) => ({
  scopes: [...scopes],
  formAccessMode: formIds === null ? ('all' as const) : ('selected' as const),
  writesEnabled,
  readPerMinute: limits.read,
  writePerMinute: limits.write,
  destructivePerMinute: limits.destructive,
  expiresAt,
});
