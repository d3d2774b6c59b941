import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, Precondition, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { isId } from '../platform/ids.rules';
import { keyEtag, type KeyRow } from './key.rules';
import { KeysRepository } from './keys.repository';

/** Finds the key of `/v1/keys/{key}` in the caller's account. A key that ended over 90 days ago counts as missing. */
@Injectable()
export class KeyResolver extends ResourceResolver<KeyRow> {
  constructor(private readonly keys: KeysRepository) {
    super();
  }

  async find({ accountId }: Caller, { key = '' }: PathParameters): Promise<KeyRow | null> {
    return isId(key) ? this.keys.find(accountId, key) : null;
  }

  idsOf({ id }: KeyRow): ResourceIds {
    return { formId: null, resourceId: id };
  }
}

/** Finds the key to revoke. A revoked key counts as missing. */
@Injectable()
export class RevocableKeyResolver extends KeyResolver {
  override async find(caller: Caller, path: PathParameters): Promise<KeyRow | null> {
    const key = await super.find(caller, path);
    return key?.revokedAt ? null : key;
  }
}

@Injectable()
export class KeyPrecondition extends Precondition<KeyRow> {
  constructor(private readonly keys: KeysRepository) {
    super();
  }

  lock(id: string): Promise<KeyRow | null> {
    return this.keys.lock(id);
  }

  etagOf(key: KeyRow): string {
    return keyEtag(key);
  }
}
