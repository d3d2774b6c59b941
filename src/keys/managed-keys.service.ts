import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { Cursors, type Page } from '../api/pagination/cursors';
import type { PagedDto } from '../api/pagination/page.dto';
import type { KeyFilter, KeyInFull } from './key.types';
import { ManagedKeysRepository } from './managed-keys.repository';

/** The keys of an account, for those of its keys that may manage keys. */
@Injectable()
export class ManagedKeysService {
  constructor(
    private readonly keys: ManagedKeysRepository,
    private readonly cursors: Cursors,
  ) {}

  list(caller: Caller, filter: KeyFilter, query: PagedDto): Promise<Page<KeyInFull>> {
    const scope = { list: 'keys', keyId: caller.keyId, formId: null, filters: { ...filter } };
    return this.cursors.page<KeyInFull>(scope, query, {
      find: (start, limit) => this.keys.list(caller.accountId, filter, start, limit),
      positionOf: ({ createdAt: at, id }) => ({ at, id }),
    });
  }
}
