import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import { Operation } from '../api/operation/operation';
import { Reply } from '../api/operation/reply';
import { CurrentCaller } from '../api/operation/request-context';
import { PagedDto } from '../api/pagination/page.dto';
import { RemoveVisitorStopDto, VisitorStopView } from './visitor-stops.dto';
import { VisitorStopsService } from './visitor-stops.service';

@ApiTags('Submissions')
@Controller('v1/visitor-stops')
export class VisitorStopsController {
  constructor(private readonly stops: VisitorStopsService) {}

  @Get()
  @Operation({
    operationId: 'listVisitorStops',
    summary: 'List the visitors who want no mail of the account any more, the newest first',
    description: 'They have used the link in a mail of a workflow. The account knows when, and not who: an address is kept as a digest.',
    scope: 'submissions:read',
    bucket: 'read',
    query: PagedDto,
    reply: { type: VisitorStopView, isList: true, page: 'forward' },
    errors: ['invalid_cursor'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: PagedDto): Promise<Reply<VisitorStopView[]>> {
    const { rows, nextCursor } = await this.stops.list(caller, query);
    return Reply.of(rows.map((stop) => VisitorStopView.from(stop))).withPage({ next_cursor: nextCursor });
  }

  /** Answers the same whether the address was on the list, so that a key that may not read it learns nothing. */
  @Post('remove')
  @Operation({
    operationId: 'removeVisitorStop',
    summary: 'Take an address off the list of those who want no mail',
    description:
      'For a visitor who asks for mails again. The answer is the same whether the address was on the list; what is kept of it in the audit trail does not name it.',
    scope: 'submissions:update',
    bucket: 'write',
    body: { type: RemoveVisitorStopDto, example: { address: 'zoe@example.com' } },
    reply: { type: null },
  })
  async remove(@CurrentCaller() { accountId }: Caller, @Body() { address }: RemoveVisitorStopDto): Promise<Reply> {
    await this.stops.remove(accountId, address);
    return Reply.deleted();
  }
}
