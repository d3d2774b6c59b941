import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, Precondition, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { isId } from '../platform/ids.rules';
import { keyEtag } from './key.rules';
import type { KeyInFull } from './key.types';
import { ManagedKeysRepository } from './managed-keys.repository';

/** The key of `/v1/keys/{key}`, of the caller's account. One that ended long ago does not exist any more. */
@Injectable()
export class KeyResolver extends ResourceResolver<KeyInFull> {
  constructor(private readonly keys: ManagedKeysRepository) {
    super();
  }

  async find({ accountId }: Caller, { key = '' }: PathParameters): Promise<KeyInFull | null> {
    return isId(key) ? this.keys.find(accountId, key) : null;
  }

  idsOf({ id }: KeyInFull): ResourceIds {
    return { formId: null, resourceId: id };
  }
}

/** The same for what ends a key, which happens once. */
@Injectable()
export class RevocableKeyResolver extends KeyResolver {
  override async find(caller: Caller, path: PathParameters): Promise<KeyInFull | null> {
    const key = await super.find(caller, path);
    return key?.revokedAt ? null : key;
  }
}

/** Changes of a key require its current ETag. */
@Injectable()
export class KeyPrecondition extends Precondition<KeyInFull> {
  constructor(private readonly keys: ManagedKeysRepository) {
    super();
  }

  lock(id: string): Promise<KeyInFull | null> {
    return this.keys.lock(id);
  }

  etagOf(key: KeyInFull): string {
    return keyEtag(key);
  }
}
