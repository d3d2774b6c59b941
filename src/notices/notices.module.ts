import { Module } from '@nestjs/common';
import { NoticeEvents } from './notice-events';
import { NoticesRepository } from './notices.repository';

@Module({
  providers: [NoticeEvents, NoticesRepository],
  exports: [NoticeEvents],
})
export class NoticesModule {}
