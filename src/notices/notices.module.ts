import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module';
import { ConnectionsModule } from '../platform/connections.module';
import { FoundNoticesRepository } from './found-notices.repository';
import { NoticeEvents } from './notice-events';
import { NoticeMailsRepository } from './notice-mails.repository';
import { NoticeMailsService } from './notice-mails.service';
import { NoticeResolver } from './notice.resolver';
import { NoticesController } from './notices.controller';
import { NoticesRepository } from './notices.repository';
import { NoticesService } from './notices.service';
import { NoticesTaskService } from './notices-task.service';

@Module({
  imports: [ConnectionsModule, FormsModule],
  controllers: [NoticesController],
  providers: [
    FoundNoticesRepository,
    NoticeEvents,
    NoticeMailsRepository,
    NoticeMailsService,
    NoticeResolver,
    NoticesRepository,
    NoticesService,
    NoticesTaskService,
  ],
  exports: [NoticeEvents],
})
export class NoticesModule {}
