import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import { Operation } from '../api/operation/operation';
import { Reply } from '../api/operation/reply';
import { CurrentCaller } from '../api/operation/request-context';
import { AuditEventView, ListAuditEventsDto } from './audit-event.dto';
import { AuditTrailService } from './audit-trail.service';

@ApiTags('Keys')
@Controller('v1/audit-events')
export class AuditEventsController {
  constructor(private readonly trail: AuditTrailService) {}

  @Get()
  @Operation({
    operationId: 'listAuditEvents',
    summary: 'List who has changed what, newest first',
    description:
      'Changes by keys, by people in the console and by the operator, for 400 days unless the operator has set another time. A key that sees selected forms gets those of its forms, and of keys that may do no more than it.',
    scope: 'keys:manage',
    bucket: 'read',
    query: ListAuditEventsDto,
    reply: { type: AuditEventView, isList: true, page: 'forward' },
    errors: ['invalid_cursor'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: ListAuditEventsDto): Promise<Reply<AuditEventView[]>> {
    const { rows, nextCursor } = await this.trail.list(caller, ListAuditEventsDto.toFilter(query), query);
    return Reply.of(rows.map((event) => AuditEventView.from(event))).withPage({ next_cursor: nextCursor });
  }
}
