import { Module } from '@nestjs/common';
import { AccountSecretsService } from './account-secrets.service';
import { AccountsService } from './accounts.service';
import { PointsRepository } from './points.repository';
import { PointsService } from './points.service';

@Module({
  providers: [AccountsService, AccountSecretsService, PointsRepository, PointsService],
  exports: [AccountsService, AccountSecretsService, PointsService],
})
export class AccountsModule {}
