import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { isId } from '../platform/ids.rules';
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
