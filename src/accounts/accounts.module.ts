import { Module } from '@nestjs/common';
import { AccountSecretsRepository } from './account-secrets.repository';
import { AccountSecretsService } from './account-secrets.service';
import { AccountsRepository, PlansRepository } from './accounts.repository';
import { AccountsService } from './accounts.service';
import { LedgerFoldingService, PointsService } from './points.service';

@Module({
  providers: [
    AccountsRepository,
    AccountsService,
    AccountSecretsRepository,
    AccountSecretsService,
    LedgerFoldingService,
    PlansRepository,
    PointsService,
  ],
  exports: [AccountsService, AccountSecretsService, LedgerFoldingService, PointsService],
})
export class AccountsModule {}
