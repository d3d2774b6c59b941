import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { KeyGrantsRepository } from './key-grants.repository';

/** Access of keys to single forms, for the domains above. */
@Injectable()
export class KeyGrantsService {
  constructor(private readonly grants: KeyGrantsRepository) {}

  /** Lets a key with selected access see the form that it has just created; other keys see it anyway. */
  async grantNewForm({ keyId, accountId, formAccessMode }: Caller, formId: string): Promise<void> {
    if (formAccessMode === 'selected') await this.grants.grant(keyId, accountId, [formId]);
  }
}
