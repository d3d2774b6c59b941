import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module';
import { ConnectionsModule } from '../platform/connections.module';
import { VisitorMailsModule } from '../visitor-mails/visitor-mails.module';
import { RunsModule } from '../workflows/runs/runs.module';
import { ConfirmationLinks } from './confirmation-links';
import { ConfirmationMailSender } from './confirmation-mail-sender';
import { ConfirmationMailsRepository } from './confirmation-mails.repository';
import { ConfirmationsRepository } from './confirmations.repository';
import { ConfirmationsService } from './confirmations.service';

/** The mails that ask visitors to confirm their address, for workers, and what their links do, for processes that serve pages. */
@Module({
  imports: [ConnectionsModule, NotificationsModule, RunsModule, VisitorMailsModule],
  providers: [ConfirmationLinks, ConfirmationMailSender, ConfirmationMailsRepository, ConfirmationsRepository, ConfirmationsService],
  exports: [ConfirmationsService],
})
export class ConfirmationsModule {}
