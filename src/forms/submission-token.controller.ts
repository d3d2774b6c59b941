import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../api/operation/operation';
import { LockedResource } from '../api/operation/request-context';
import { Reply } from '../api/operation/reply';
import type { FormEntity } from './form.entity';
import { FormId, FormPrecondition, FormResolver } from './form.resolver';
import { RotateSubmissionTokenDto } from './form-input.dto';
import { formEtag } from './form.rules';
import { RotatedTokenView } from './form-view.dto';
import { SubmissionTokenService } from './submission-token.service';

@ApiTags('Forms')
@Controller('v1/forms/:id/submission-token')
export class SubmissionTokenController {
  constructor(private readonly tokens: SubmissionTokenService) {}

  @Post('rotate')
  @FormId
  @Operation({
    operationId: 'rotateSubmissionToken',
    summary: 'Rotate the submission token of a form',
    description:
      'The replaced token is still accepted during the overlap, so that servers can change over one by one. `submission_token` is shown only in this answer.',
    scope: 'forms:update',
    bucket: 'write',
    resource: FormResolver,
    idempotencyKey: 'required',
    ifMatch: FormPrecondition,
    body: { type: RotateSubmissionTokenDto, example: { overlap_seconds: 3600 }, optional: true },
    reply: { type: RotatedTokenView, etag: true },
    errors: ['too_many_secrets'],
  })
  async rotate(
    @LockedResource(FormPrecondition) form: FormEntity,
    @Body() body?: RotateSubmissionTokenDto,
  ): Promise<Reply<RotatedTokenView>> {
    const rotated = await this.tokens.rotate(form, RotateSubmissionTokenDto.toOverlapSeconds(body));
    return Reply.of(RotatedTokenView.from(rotated))
      .withSecrets('submission_token')
      .withEtag(formEtag(rotated.form))
      .withRevisions(form.revision, rotated.form.revision);
  }
}
