import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { Cursors, type Page } from '../api/pagination/cursors';
import type { PagedDto } from '../api/pagination/page.dto';
import { canonicalText } from '../fields/values/coercion.rules';
import { hmacOf } from '../platform/crypto/digests.rules';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { newId } from '../platform/ids.rules';
import { erasureSealer } from './erasure-search.service';
import type { ErasureEntity } from './erasure.entity';
import { ErasuresRepository } from './erasures.repository';

export interface ErasureRequest {
  value: string;
  field: string | null;
  isDryRun: boolean;
}

@Injectable()
export class ErasuresService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly cursors: Cursors,
    private readonly keys: SecretKeys,
  ) {}

  /** Creates an erasure for the forms that the caller sees now. Workers carry it out. */
  create(caller: Caller, { value, field, isDryRun }: ErasureRequest): Promise<ErasureEntity> {
    const id = newId();
    const sealedValue = erasureSealer(this.keys).seal(value, id);
    const valueDigest = hmacOf(this.keys.derive('erased values')[0]!.key, canonicalText(value));
    return this.erasures.insert(caller, { id, field, dryRun: isDryRun, sealedValue, valueDigest });
  }

  list(caller: Caller, query: PagedDto): Promise<Page<ErasureEntity>> {
    const scope = { list: 'erasures', keyId: caller.keyId, formId: null, filters: {} };
    return this.cursors.page<ErasureEntity>(scope, query, {
      find: (start, limit) => this.erasures.list(caller, start?.position ?? null, limit),
      positionOf: ({ createdAt: at, id }) => ({ at, id }),
    });
  }
}
