import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../api/operation/operation';
import { Resource } from '../../api/operation/request-context';
import type { FormEntity } from '../../forms/form.entity';
import { FormIdParam, FormResolver } from '../../forms/form.resolver';
import { RetentionPreviewDto, RetentionPreviewView } from './retention.dto';
import { RetentionService } from './retention.service';

@FormIdParam
@ApiTags('Forms')
@Controller('v1/forms/:form/retention')
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Get()
  @Operation({
    operationId: 'previewRetention',
    summary: 'Tell what a retention would delete',
    description: 'It changes nothing. The retention is set with the other settings of the form, as `retention.days`.',
    scope: 'forms:read',
    bucket: 'read',
    resource: FormResolver,
    query: RetentionPreviewDto,
    reply: { type: RetentionPreviewView },
  })
  async preview(@Resource(FormResolver) form: FormEntity, @Query() { days }: RetentionPreviewDto): Promise<RetentionPreviewView> {
    const { due, beginsAt } = await this.retention.preview(form, days);
    return { days, due, begins_at: beginsAt };
  }
}
