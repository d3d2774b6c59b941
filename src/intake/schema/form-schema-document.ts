import { applyDecorators } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import { documentErrors, REQUEST_ID } from '../../api/openapi/error-document';
import { documentNotModified, IF_NONE_MATCH } from '../../api/operation/operation-document';
import { headerReferences } from '../../api/openapi/response-headers';
import { FormSchemaView } from './form-schema-view.dto';

/** Documents the public schema of a form. */
export const documentFormSchema = (): MethodDecorator =>
  applyDecorators(
    swagger.ApiExtraModels(FormSchemaView),
    swagger.ApiOperation({
      operationId: 'getFormSchema',
      summary: 'Get what visitors may know of a form',
      description:
        'Needs no API key. For pages and apps that show the form themselves; scripts may read it on the pages of the allowed origins. It may be cached for 30 seconds, for 2 where the form has limits.',
      security: [{}],
    }),
    swagger.ApiParam({ name: 'id', description: 'The id of a form.', type: 'string', format: 'uuid' }),
    swagger.ApiHeader(IF_NONE_MATCH),
    swagger.ApiResponse({
      status: 200,
      description: 'Done.',
      headers: headerReferences(['X-Request-Id', 'ETag']),
      schema: {
        type: 'object',
        required: ['data', 'request_id'],
        properties: { data: { $ref: swagger.getSchemaPath(FormSchemaView) }, request_id: REQUEST_ID },
      },
    }),
    documentNotModified(),
    ...documentErrors(['form_disabled', 'resource_not_found']),
  );
