import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../../platform/connections.module';
import { SignInMailSender } from './sign-in-mail-sender';
import { SignInMailsRepository } from './sign-in-mails.repository';
import { SignInMailsService } from './sign-in-mails.service';
import { SignInSecrets } from './sign-in-secrets';

/** The mails about signing in, for processes that store and open them and for workers, which send them. */
@Module({
  imports: [ConnectionsModule],
  providers: [SignInMailSender, SignInMailsRepository, SignInMailsService, SignInSecrets],
  exports: [SignInMailsService],
})
export class SignInMailsModule {}
