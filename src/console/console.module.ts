import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { SessionAuthenticator } from '../api/auth/caller';
import { RateLimitModule } from '../api/rate-limit/rate-limit.module';
import { KeysModule } from '../keys/keys.module';
import { ConsoleDigests, ConsoleSecretsRepository } from './console-secrets.repository';
import { ConsoleLinksService } from './console-links.service';
import { CONSOLE_PAGE, readConsolePage } from './console-page';
import { ConsoleProofs } from './console-proofs';
import { ConsoleSessionController } from './console-session.controller';
import { ConsoleSessionsService } from './console-sessions.service';
import { ConsoleController } from './console.controller';
import { SignInLinksController } from './sign-in-links.controller';

@Module({
  imports: [AccountsModule, KeysModule, RateLimitModule],
  controllers: [ConsoleController, ConsoleSessionController, SignInLinksController],
  providers: [
    ConsoleDigests,
    ConsoleLinksService,
    ConsoleProofs,
    ConsoleSecretsRepository,
    ConsoleSessionsService,
    { provide: SessionAuthenticator, useExisting: ConsoleSessionsService },
    { provide: CONSOLE_PAGE, useFactory: readConsolePage },
  ],
  exports: [ConsoleLinksService, SessionAuthenticator],
})
export class ConsoleModule {}
