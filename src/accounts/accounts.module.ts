import { Module } from '@nestjs/common';
import { AccountSecrets } from './account-secrets.service';
import { AccountsService } from './accounts.service';
import { PointsRepository } from './points.repository';
import { PointsService } from './points.service';

@Module({
  providers: [AccountsService, AccountSecrets, PointsRepository, PointsService],
  exports: [AccountsService, AccountSecrets, PointsService],
})
export class AccountsModule {}
