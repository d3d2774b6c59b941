import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { isId } from '../platform/ids.rules';
import type { ErasureEntity } from './erasure.entity';
import { ErasuresRepository } from './erasures.repository';

/** Finds the erasure of `/v1/erasures/{erasure}` if the caller may see it. */
@Injectable()
export class ErasureResolver extends ResourceResolver<ErasureEntity> {
  constructor(private readonly erasures: ErasuresRepository) {
    super();
  }

  async find(caller: Caller, { erasure = '' }: PathParameters): Promise<ErasureEntity | null> {
    return isId(erasure) ? this.erasures.visible(caller, erasure) : null;
  }

  idsOf({ id }: ErasureEntity): ResourceIds {
    return { formId: null, resourceId: id };
  }
}
