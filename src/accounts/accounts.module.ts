import { Module } from '@nestjs/common';
import { AccountSecretsRepository } from './account-secrets.repository';
import { AccountSecretsService } from './account-secrets.service';
import { AccountsRepository } from './accounts.repository';
import { AccountsService } from './accounts.service';
import { LedgerCompactionService, PointsService } from './points.service';

@Module({
  providers: [AccountsRepository, AccountsService, AccountSecretsRepository, AccountSecretsService, LedgerCompactionService, PointsService],
  exports: [AccountsRepository, AccountsService, AccountSecretsService, LedgerCompactionService, PointsService],
})
export class AccountsModule {}
