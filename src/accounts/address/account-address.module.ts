import { Module } from '@nestjs/common';
import { RateLimitModule } from '../../api/rate-limit/rate-limit.module';
import { ConnectionsModule } from '../../platform/connections.module';
import { AccountsModule } from '../accounts.module';
import { AccountAddressService } from './account-address.service';
import { AccountController } from './account.controller';
import { AddressLinks } from './address-link';
import { AddressPagesController } from './address-pages.controller';

/** The address of an account, which its owner sets. */
@Module({
  imports: [AccountsModule, ConnectionsModule, RateLimitModule],
  controllers: [AccountController, AddressPagesController],
  providers: [AccountAddressService, AddressLinks],
})
export class AccountAddressModule {}
