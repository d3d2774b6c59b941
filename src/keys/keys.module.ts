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
import { SecretDigests } from './secret-digests';

@Module({
  imports: [AccountsModule],
  controllers: [CapabilitiesController, KeysController, AuditEventsController],
  providers: [
    AuditTrailRepository,
    AuditTrailService,
    BootstrapKeyService,
    ExposedKeysService,
    KeyAuthenticator,
    KeyRecheck,
    KeyChangeRecheck,
    KeyPrecondition,
    KeyResolver,
    KeysRepository,
    KeysService,
    NewKeyRecheck,
    RevocableKeyResolver,
    RotationRecheck,
    SecretDigests,
    { provide: Authenticator, useExisting: KeyAuthenticator },
  ],
  exports: [Authenticator, BootstrapKeyService, ExposedKeysService, KeyRecheck, KeyResolver, KeysService],
})
export class KeysModule {}
