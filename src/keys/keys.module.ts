import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { Authenticator } from '../api/auth/caller';
import { AuditEventsController } from './audit-events.controller';
import { AuditTrailRepository } from './audit-trail.repository';
import { AuditTrailService } from './audit-trail.service';
import { BootstrapKeyService } from './bootstrap-key.service';
import { CapabilitiesController } from './capabilities.controller';
import { ExposedKeysService } from './exposed-keys.service';
import { KeyAuthenticator } from './key-authenticator';
import { KeyRecheck, KeyChangeRecheck, NewKeyRecheck, RotationRecheck } from './key-recheck';
import { KeyPrecondition, KeyResolver, RevocableKeyResolver } from './key.resolver';
import { KeysController } from './keys.controller';
import { KeysRepository } from './keys.repository';
import { KeysService } from './keys.service';
import { InvitationsController } from './invitations.controller';
import { InvitationsService } from './invitations.service';
import { SignInMailsModule } from './mails/sign-in-mails.module';
import { PeopleRepository } from './people.repository';
import { PeopleService } from './people.service';
import { SecretDigests } from './secret-digests';

@Module({
  imports: [AccountsModule, SignInMailsModule],
  controllers: [CapabilitiesController, KeysController, AuditEventsController, InvitationsController],
  providers: [
    AuditTrailRepository,
    AuditTrailService,
    BootstrapKeyService,
    ExposedKeysService,
    InvitationsService,
    KeyAuthenticator,
    KeyRecheck,
    KeyChangeRecheck,
    KeyPrecondition,
    KeyResolver,
    KeysRepository,
    KeysService,
    NewKeyRecheck,
    PeopleRepository,
    PeopleService,
    RevocableKeyResolver,
    RotationRecheck,
    SecretDigests,
    { provide: Authenticator, useExisting: KeyAuthenticator },
  ],
  exports: [Authenticator, BootstrapKeyService, ExposedKeysService, KeyRecheck, KeyResolver, KeysService, PeopleService, SignInMailsModule],
})
export class KeysModule {}
