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
import { MailSignInController } from './mail/mail-sign-in.controller';
import { MailSignInService } from './mail/mail-sign-in.service';
import { OwnerController } from './owner/owner.controller';
import { OwnerService } from './owner/owner.service';
import { PasskeyAssertions } from './passkeys/passkey-assertions';
import { PasskeyChallenges } from './passkeys/passkey-challenges';
import { PasskeyOptions } from './passkeys/passkey-options';
import { PasskeySignInController } from './passkeys/passkey-sign-in.controller';
import { PasskeySignInService } from './passkeys/passkey-sign-in.service';
import { PasskeyVerifier } from './passkeys/passkey-verifier';
import { PasskeysController } from './passkeys/passkeys.controller';
import { PasskeysRepository } from './passkeys/passkeys.repository';
import { PasskeysService } from './passkeys/passkeys.service';
import { ProofsController } from './proofs/proofs.controller';
import { ProofsService } from './proofs/proofs.service';
import { SecretSignInService } from './secret-sign-in.service';
import { SessionListService } from './sessions/session-list.service';
import { SessionsController } from './sessions/sessions.controller';
import { SignInLinksController } from './sign-in-links.controller';
import { SignInOffers } from './sign-in-offers';
import { SignInService } from './sign-in.service';

@Module({
  imports: [AccountsModule, KeysModule, RateLimitModule],
  controllers: [
    ConsoleController,
    ConsoleSessionController,
    MailSignInController,
    OwnerController,
    PasskeySignInController,
    PasskeysController,
    ProofsController,
    SessionsController,
    SignInLinksController,
  ],
  providers: [
    ConsoleDigests,
    ConsoleLinksService,
    ConsoleProofs,
    ConsoleSecretsRepository,
    ConsoleSessionsService,
    MailSignInService,
    OwnerService,
    PasskeyAssertions,
    PasskeyChallenges,
    PasskeyOptions,
    PasskeySignInService,
    PasskeyVerifier,
    PasskeysRepository,
    PasskeysService,
    ProofsService,
    SecretSignInService,
    SessionListService,
    SignInOffers,
    SignInService,
    { provide: SessionAuthenticator, useExisting: ConsoleSessionsService },
    { provide: CONSOLE_PAGE, useFactory: readConsolePage },
  ],
  exports: [ConsoleLinksService, SessionAuthenticator],
})
export class ConsoleModule {}
