import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../api/auth/caller';
import { Operation } from '../../api/operation/operation';
import { Reply } from '../../api/operation/reply';
import { CurrentCaller, Resource } from '../../api/operation/request-context';
import { IdListDto } from '../../api/validation/id-list.dto';
import type { FormEntity } from '../../forms/form.entity';
import { FormIdParam, FormResolver } from '../../forms/form.resolver';
import { SubmissionBatchDto, SubmissionBatchView } from './submission-batch.dto';
import { SubmissionBatchService } from './submission-batch.service';

@FormIdParam
@ApiTags('Submissions')
@Controller('v1/forms/:form/submissions/batch')
export class SubmissionBatchController {
  constructor(private readonly batches: SubmissionBatchService) {}

  @Post()
  @Operation({
    operationId: 'changeSubmissions',
    summary: 'Mark, release, quarantine, delete or restore many submissions of a form',
    description:
      'One transaction: all of it happens or nothing. `delete` and `restore` need `submissions:delete`, the other actions `submissions:update`; `release` and `restore` need `submissions:read` besides from a key with `workflows:publish` or `forms:update`. A submission that cannot be released or restored, because its value is taken or no places are left, is refused alone. What is in the trash is `missing` for all but `restore` and `delete` with `permanently`.',
    scope: { anyOf: ['submissions:update', 'submissions:delete'] },
    bucket: 'write',
    resource: FormResolver,
    body: {
      type: SubmissionBatchDto,
      scope: (body) => SubmissionBatchDto.scopeOf(body),
      freshProof: (body) => SubmissionBatchDto.isForGood(body),
      example: { action: 'read', ids: ['019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f'] },
    },
    reply: { type: SubmissionBatchView },
  })
  async change(
    @CurrentCaller() caller: Caller,
    @Resource(FormResolver) form: FormEntity,
    @Body() body: SubmissionBatchDto,
  ): Promise<Reply<SubmissionBatchView>> {
    const batch = await this.batches.change(caller, form.id, SubmissionBatchDto.toAction(body), IdListDto.distinct(body));
    return Reply.of(SubmissionBatchView.from(batch)).withMany(batch.changedIds, body.action);
  }
}
