import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../api/operation/operation';
import { Resource } from '../../api/operation/request-context';
import type { FormEntity } from '../../forms/form.entity';
import { FormIdParam, FormResolver } from '../../forms/form.resolver';
import { FormDaysService } from './form-days.service';
import { NameUseDto, NameUseView } from './name-use.dto';

@FormIdParam
@ApiTags('Submissions')
@Controller('v1/forms/:form/name-use')
export class NameUseController {
  constructor(private readonly days: FormDaysService) {}

  @Get()
  @Operation({
    operationId: 'getNameUse',
    summary: 'Count the submissions of the last 30 days with a name',
    description:
      'Tells before a field is changed what the change would mean: submissions without a value under the name of a required field are refused, and so are options that the field does not have.',
    scope: 'submissions:read',
    bucket: 'read',
    resource: FormResolver,
    query: NameUseDto,
    reply: { type: NameUseView },
  })
  async read(@Resource(FormResolver) { id }: FormEntity, @Query() { name }: NameUseDto): Promise<NameUseView> {
    return NameUseView.from(await this.days.useOf(id, name));
  }
}
