import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { Authenticator } from '../api/auth/authenticator';
import { CapabilitiesController } from './capabilities.controller';
import { BootstrapKeyService } from './bootstrap-key.service';
import { KeyAuthenticator } from './key-authenticator';
import { KeysRepository } from './keys.repository';
import { KeysService } from './keys.service';
import { SecretDigests } from './secret-digests';

@Module({
  imports: [AccountsModule],
  controllers: [CapabilitiesController],
  providers: [
    KeysRepository,
    KeysService,
    SecretDigests,
    BootstrapKeyService,
    KeyAuthenticator,
    { provide: Authenticator, useExisting: KeyAuthenticator },
  ],
  exports: [KeysService, BootstrapKeyService, Authenticator],
})
export class KeysModule {}
