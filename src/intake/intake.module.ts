import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { SubmissionsModule } from '../submissions/submissions.module';
import { FormContractCache } from './form-contract-cache';
import { FormContractsRepository } from './form-contracts.repository';
import { PageTokens } from './page-tokens';
import { IntakeLimits } from './intake-limits';
import { IntakeService } from './intake.service';
import { SubmitController } from './submit.controller';
import { SubmitMiddleware } from './submit.middleware';
import { ThanksController } from './thanks.controller';

@Module({
  imports: [SubmissionsModule],
  controllers: [SubmitController, ThanksController],
  providers: [FormContractCache, FormContractsRepository, PageTokens, IntakeLimits, IntakeService],
})
export class IntakeModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(SubmitMiddleware).forRoutes(SubmitController);
  }
}
