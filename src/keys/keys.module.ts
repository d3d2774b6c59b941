import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { Authenticator } from '../api/auth/caller';
import { CapabilitiesController } from './capabilities.controller';
import { BootstrapKeyService } from './bootstrap-key.service';
import { KeyAuthenticator } from './key-authenticator';
import { KeyGrantsRepository } from './key-grants.repository';
import { KeyGrantsService } from './key-grants.service';
import { KeysRepository } from './keys.repository';
import { KeysService } from './keys.service';
import { SecretDigests } from './secret-digests';

@Module({
  imports: [AccountsModule],
  controllers: [CapabilitiesController],
  providers: [
    KeysRepository,
    KeyGrantsRepository,
    KeyGrantsService,
    KeysService,
    SecretDigests,
    BootstrapKeyService,
    KeyAuthenticator,
    { provide: Authenticator, useExisting: KeyAuthenticator },
  ],
  exports: [KeysService, KeyGrantsService, BootstrapKeyService, Authenticator],
})
export class KeysModule {}
