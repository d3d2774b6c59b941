import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import { Operation } from '../api/operation/operation';
import { Reply } from '../api/operation/reply';
import { CurrentCaller, Resource } from '../api/operation/request-context';
import { PagedDto } from '../api/pagination/page.dto';
import { NoticeResolver } from './notice.resolver';
import { NoticeOfFormView } from './notice-view.dto';
import type { ListedNotice } from './notices.repository';
import { NoticesService } from './notices.service';

@ApiTags('Notices')
@Controller('v1/notices')
export class NoticesController {
  constructor(private readonly notices: NoticesService) {}

  @Get()
  @Operation({
    operationId: 'listNotices',
    summary: 'List what owners have to know, open ones first',
    description:
      'Refusals that only visitors see, deliveries that fail, limits that are reached: of the forms that the key sees, and with access to all forms those of the account. Ends of keys need `keys:manage` besides. Closed ones stay for 90 days.',
    scope: 'forms:read',
    bucket: 'read',
    query: PagedDto,
    ifNoneMatch: true,
    reply: { type: NoticeOfFormView, isList: true, page: 'forward', etag: 'digest' },
    errors: ['invalid_cursor'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: PagedDto): Promise<Reply<NoticeOfFormView[]>> {
    const { rows, nextCursor } = await this.notices.list(caller, query);
    return Reply.of(rows.map((notice) => NoticeOfFormView.of(notice))).withPage({ next_cursor: nextCursor });
  }

  @Post(':notice/close')
  @ApiParam({ name: 'notice', description: 'The id of a notice.', type: 'string', format: 'uuid' })
  @Operation({
    operationId: 'closeNotice',
    summary: 'Close a notice',
    description:
      'It is off the list and out of the warnings, and no mail tells of its end. What goes on to be so is not told again; what ends and comes back after a day is. Closing a closed one changes nothing.',
    scope: 'forms:update',
    bucket: 'write',
    resource: NoticeResolver,
    idempotencyKey: 'optional',
    reply: { type: NoticeOfFormView },
  })
  async close(@Resource(NoticeResolver) notice: ListedNotice): Promise<NoticeOfFormView> {
    return NoticeOfFormView.of(await this.notices.close(notice));
  }
}
