import { applyDecorators } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import { documentErrors } from '../../api/openapi/error-document';
import { BYTES } from '../../api/openapi/operation-document';
import { headerReferences } from '../../api/openapi/response-headers';

/** Documents the address of links to files. */
export const documentOpening = (): MethodDecorator =>
  applyDecorators(
    swagger.ApiOperation({
      operationId: 'openFileLink',
      summary: 'Download a file by its link',
      description:
        'Needs no API key. The headers are those of the download with a key. Every token that does not open is the same 404: forged, expired, or of a file that is deleted.',
      security: [{}],
    }),
    swagger.ApiParam({ name: 'token', description: 'The token of a link.', schema: { type: 'string' } }),
    swagger.ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'An ETag that the client already has.',
      schema: { type: 'string' },
    }),
    swagger.ApiResponse({
      status: 200,
      description: 'Done.',
      headers: headerReferences(['X-Request-Id', 'ETag']),
      content: BYTES,
    }),
    swagger.ApiResponse({
      status: 304,
      description: 'Nothing changed since the ETag.',
      headers: headerReferences(['X-Request-Id', 'ETag']),
    }),
    ...documentErrors([
      'malformed_request',
      'resource_not_found',
      'method_not_allowed',
      'request_timeout',
      'uri_too_long',
      'headers_too_large',
      'internal_error',
      'service_unavailable',
    ]),
  );
