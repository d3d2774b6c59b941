import { Injectable } from '@nestjs/common';
import { AccountsRepository } from './accounts.repository';

/** Replaces old rows of the ledger by the opening balances of their accounts. */
@Injectable()
export class LedgerFoldingService {
  /** The row after which the next batch begins. Rows that cannot be folded yet, those of open runs, are seen again in the next pass. */
  private position = LEDGER_START;

  constructor(private readonly accounts: AccountsRepository) {}

  /** Folds a batch of the movements that are older than this; true when there may be more. One process at a time does it. */
  async foldBatch(days: number): Promise<boolean> {
    const next = await this.accounts.foldLedger(days, this.position);
    this.position = next ?? LEDGER_START;
    return next !== null;
  }
}

const LEDGER_START = '0';
