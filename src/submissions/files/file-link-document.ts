import { applyDecorators } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import { documentErrors } from '../../api/openapi/error-document';
import { BYTES } from '../../api/openapi/operation-document';

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
      headers: { ETag: { description: 'The SHA-256 digest of the content.', schema: { type: 'string' } } },
      content: BYTES,
    }),
    swagger.ApiResponse({ status: 304, description: 'Nothing changed since the ETag.' }),
    ...documentErrors(['malformed_request', 'resource_not_found', 'internal_error', 'service_unavailable']),
  );
