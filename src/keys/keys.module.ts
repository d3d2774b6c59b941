import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { Authenticator } from '../api/auth/caller';
import { CapabilitiesController } from './capabilities.controller';
import { AuditEventsController } from './audit-events.controller';
import { AuditTrailRepository } from './audit-trail.repository';
import { AuditTrailService } from './audit-trail.service';
import { BootstrapKeyService } from './bootstrap-key.service';
import { ExposedKeysRepository } from './exposed-keys.repository';
import { ExposedKeysService } from './exposed-keys.service';
import { KeyAuthenticator } from './key-authenticator';
import { KeyGrantsRepository } from './key-grants.repository';
import { KeyGrantsService } from './key-grants.service';
import { KeyCeiling, KeyChangeCeiling, NewKeyCeiling, RotationCeiling } from './key-ceiling';
import { KeyWriter } from './key-writer';
import { KeyPrecondition, KeyResolver, RevocableKeyResolver } from './key.resolver';
import { KeysController } from './keys.controller';
import { KeysRepository } from './keys.repository';
import { KeysService } from './keys.service';
import { ManagedKeysRepository } from './managed-keys.repository';
import { ManagedKeysService } from './managed-keys.service';
import { SecretDigests } from './secret-digests';

@Module({
  imports: [AccountsModule],
  controllers: [CapabilitiesController, KeysController, AuditEventsController],
  providers: [
    KeysRepository,
    KeyGrantsRepository,
    KeyGrantsService,
    KeysService,
    KeyCeiling,
    KeyChangeCeiling,
    NewKeyCeiling,
    RotationCeiling,
    KeyWriter,
    AuditTrailRepository,
    AuditTrailService,
    KeyPrecondition,
    KeyResolver,
    RevocableKeyResolver,
    ManagedKeysRepository,
    ManagedKeysService,
    SecretDigests,
    ExposedKeysRepository,
    ExposedKeysService,
    BootstrapKeyService,
    KeyAuthenticator,
    { provide: Authenticator, useExisting: KeyAuthenticator },
  ],
  exports: [ExposedKeysService, KeyCeiling, KeyResolver, KeysService, KeyGrantsService, BootstrapKeyService, Authenticator],
})
export class KeysModule {}
