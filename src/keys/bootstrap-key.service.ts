import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import { SCOPES } from '../api/auth/scopes';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import { KeysService } from './keys.service';

/** Makes the account `default` and one key with every scope on an empty database, so that a fresh service can be used at once. */
@Injectable()
export class BootstrapKeyService {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly accounts: AccountsService,
    private readonly keys: KeysService,
  ) {}

  /** The text of the key when it was made now, else null. Of several processes that start together one makes it. */
  ensure(text: string | null): Promise<string | null> {
    return this.transactions.run(async () => {
      await this.database.advisoryLock('first key');
      if (await this.keys.hasAny()) return null;
      const [existing] = await this.accounts.list();
      const account = existing ?? (await this.accounts.defaultAccount());
      const issued = await this.keys.issue(
        { ...EVERYTHING, accountId: account.id, expiresAt: inAYear() },
        text ?? undefined,
      );
      return issued.text;
    });
  }
}

const EVERYTHING = {
  name: 'bootstrap',
  scopes: SCOPES,
  formIds: null,
  isReadOnly: false,
  readPerMinute: null,
  writePerMinute: null,
  destructivePerMinute: null,
};

const inAYear = (): Date => new Date(Date.now() + 365 * 24 * 60 * 60 * 1000);
