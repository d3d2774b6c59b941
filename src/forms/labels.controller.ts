import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../api/operation/operation';
import { Resource } from '../api/operation/request-context';
import { FormIdParam, FormWithFieldsResolver } from './form.resolver';
import { FormLabelsView } from './form-view.dto';
import type { FormWithFields } from './forms.repository';

@FormIdParam
@ApiTags('Forms')
@Controller('v1/forms/:form/labels')
export class LabelsController {
  @Get()
  @Operation({
    operationId: 'getFormLabels',
    summary: 'Get the name of a form and its fields, to show submissions by',
    description:
      'For keys that read submissions and may be without `forms:read`: values are read under the labels of fields. Settings, origins and numbers of the form are not told.',
    scope: 'submissions:read',
    bucket: 'read',
    resource: FormWithFieldsResolver,
    reply: { type: FormLabelsView },
  })
  read(@Resource(FormWithFieldsResolver) form: FormWithFields): FormLabelsView {
    return FormLabelsView.of(form);
  }
}
