import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../platform/connections.module';
import { AddressDigests } from './address-digests';
import { VisitorMailPermits } from './visitor-mail-permits';
import { VisitorMailsRepository } from './visitor-mails.repository';
import { VisitorMailsService } from './visitor-mails.service';
import { VisitorStopsService } from './visitor-stops.service';

/** The limits of mails to visitors, and the lists of those who want none. */
@Module({
  imports: [ConnectionsModule],
  providers: [AddressDigests, VisitorMailPermits, VisitorMailsRepository, VisitorMailsService, VisitorStopsService],
  exports: [VisitorMailPermits, VisitorMailsService, VisitorStopsService],
})
export class VisitorMailsModule {}
