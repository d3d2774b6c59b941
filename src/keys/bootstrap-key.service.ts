import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import { SCOPES } from '../api/auth/scopes';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { KeysRepository } from './keys.repository';
import { KeysService } from './keys.service';

/** Creates an account and a key with every scope on an empty database, so that a new service can be used at once. */
@Injectable()
export class BootstrapKeyService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsService,
    private readonly keys: KeysService,
    private readonly rows: KeysRepository,
    private readonly clock: Clock,
  ) {}

  /** The text of the key if this call has created it, else null. When several processes start together, one of them creates it. */
  ensure(text: string | null): Promise<string | null> {
    return this.transactions.run(async () => {
      await this.rows.lockBootstrap();
      if (await this.rows.exists()) return null;
      const [existing] = await this.accounts.list();
      const account = existing ?? (await this.accounts.defaultAccount());
      const expiresAt = new Date(this.clock.now().getTime() + YEAR_MS);
      const issued = await this.keys.issue({ ...UNRESTRICTED, accountId: account.id, expiresAt }, text ?? undefined);
      return issued.text;
    });
  }
}

const UNRESTRICTED = {
  name: 'bootstrap',
  scopes: SCOPES,
  formIds: null,
  isReadOnly: false,
  readPerMinute: null,
  writePerMinute: null,
  destructivePerMinute: null,
};

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
