import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../api/operation/operation';
import { Resource } from '../../api/operation/request-context';
import type { FormEntity } from '../../forms/form.entity';
import { FormIdParam, FormResolver } from '../../forms/form.resolver';
import { DEFAULT_DAYS, FormDaysDto, FormDayView } from './form-days-view.dto';
import { FormDaysService } from './form-days.service';

@FormIdParam
@ApiTags('Submissions')
@Controller('v1/forms/:form/stats')
export class FormDaysController {
  constructor(private readonly days: FormDaysService) {}

  @Get()
  @Operation({
    operationId: 'listFormDays',
    summary: 'Count the submissions of a form by day',
    description: 'Oldest day first; days without submissions are zeros.',
    scope: 'submissions:read',
    bucket: 'read',
    resource: FormResolver,
    query: FormDaysDto,
    reply: { type: FormDayView, isList: true },
  })
  list(@Resource(FormResolver) { id }: FormEntity, @Query() { days = DEFAULT_DAYS }: FormDaysDto): Promise<FormDayView[]> {
    return this.days.last(id, days);
  }
}
