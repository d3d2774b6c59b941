import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../api/operation/operation';
import { Reply } from '../../api/operation/reply';
import { Resource } from '../../api/operation/request-context';
import type { FormEntity } from '../../forms/form.entity';
import { FormIdParam, FormResolver } from '../../forms/form.resolver';
import { ChangeView, ListChangesDto } from './change-view.dto';
import { ChangesService } from './changes.service';

@FormIdParam
@ApiTags('Submissions')
@Controller('v1/forms/:form/changes')
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Get()
  @Operation({
    operationId: 'listChanges',
    summary: 'List the changes of the submissions of a form, oldest first',
    description:
      'For a copy that stays true. Every submission is there once, at its latest change: without `after` the feed is a whole copy, with it what has changed since. Store the cursor together with what you have copied, and repeat the request with it until `has_more` is false. Deletions are kept for 90 days; after that an older cursor is answered with `cursor_expired`, and the copy begins anew without one.',
    scope: 'submissions:read',
    bucket: 'read',
    resource: FormResolver,
    query: ListChangesDto,
    reply: { type: ChangeView, isList: true, page: 'feed' },
    errors: ['invalid_cursor', 'cursor_expired'],
  })
  async list(@Resource(FormResolver) { id }: FormEntity, @Query() query: ListChangesDto): Promise<Reply<ChangeView[]>> {
    const { changes, nextCursor, hasMore } = await this.changes.page(id, ListChangesDto.toRequest(query));
    return Reply.of(changes.map((change) => ChangeView.from(change))).withPage({ next_cursor: nextCursor, has_more: hasMore });
  }
}
