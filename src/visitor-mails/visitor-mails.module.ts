import { Module } from '@nestjs/common';
import { AddressDigests } from './address-digests';
import { VisitorMailsRepository } from './visitor-mails.repository';
import { VisitorMailsService } from './visitor-mails.service';
import { VisitorStopsService } from './visitor-stops.service';

/** The limits of mails to visitors, and the lists of those who want none. */
@Module({
  providers: [AddressDigests, VisitorMailsRepository, VisitorMailsService, VisitorStopsService],
  exports: [VisitorMailsService, VisitorStopsService],
})
export class VisitorMailsModule {}
