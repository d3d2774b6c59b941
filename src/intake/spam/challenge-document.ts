import { applyDecorators } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import { documentErrors } from '../../api/openapi/error-document';
import { headerReferences } from '../../api/openapi/response-headers';

/** Documents the challenges of a form. */
export const documentChallenge = (): MethodDecorator =>
  applyDecorators(
    swagger.ApiOperation({
      operationId: 'getFormChallenge',
      summary: 'Get a challenge to solve before a submission',
      description:
        'Needs no API key. The answer is that of the ALTCHA protocol, without an envelope; its solution is sent as `_altcha`, counts for one submission to this form, and is valid for ten minutes.',
      security: [{}],
    }),
    swagger.ApiParam({ name: 'id', description: 'The id of a form.', type: 'string', format: 'uuid' }),
    swagger.ApiResponse({
      status: 200,
      description: 'Done.',
      headers: headerReferences(['X-Request-Id']),
      schema: {
        type: 'object',
        required: ['parameters', 'signature'],
        properties: {
          parameters: { type: 'object', additionalProperties: true },
          signature: { type: 'string', description: 'Over the parameters, with a key of the service.' },
        },
      },
    }),
    ...documentErrors(['form_disabled', 'resource_not_found', 'rate_limit_exceeded']),
  );
