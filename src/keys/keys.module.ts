import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { Authenticator } from '../platform/auth/authenticator';
import { CapabilitiesController } from './capabilities.controller';
import { FirstKey } from './first-key';
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
    FirstKey,
    KeyAuthenticator,
    { provide: Authenticator, useExisting: KeyAuthenticator },
  ],
  exports: [KeysService, FirstKey, Authenticator],
})
export class KeysModule {}
