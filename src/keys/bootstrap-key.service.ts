import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import { SCOPES } from '../api/auth/caller';
import { parseSecret } from '../api/auth/secret-format.rules';
import { Clock } from '../platform/time';
import { Transactions } from '../platform/database/transactions';
import { KeysRepository } from './keys.repository';
import { KeysService } from './keys.service';

/** Creates an account and a key with every scope in an empty database, so that a new service can be used at once. */
@Injectable()
export class BootstrapKeyService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsService,
    private readonly keys: KeysService,
    private readonly repository: KeysRepository,
    private readonly clock: Clock,
  ) {}

  /** True when this key is stored afterwards, so that the call can be repeated. Of several starting processes, one creates its key. */
  ensure(text: string): Promise<boolean> {
    return this.transactions.run(async () => {
      await this.repository.lockBootstrap();
      if (await this.repository.exists()) return this.isStored(text);
      const [existing] = await this.accounts.list();
      const account = existing ?? (await this.accounts.defaultAccount());
      const expiresAt = new Date(this.clock.now().getTime() + YEAR_MS);
      await this.keys.issue({ accountId: account.id, name: 'bootstrap', scopes: SCOPES, expiresAt }, text);
      return true;
    });
  }

  private async isStored(text: string): Promise<boolean> {
    const parsed = parseSecret('fck', text);
    return parsed !== null && this.repository.hasSecret(parsed.id);
  }
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
