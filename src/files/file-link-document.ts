import { applyDecorators } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import { documentErrors } from '../api/openapi/error-document';
import { bytesOf, documentNotModified, IF_NONE_MATCH } from '../api/operation/operation-document';
import { headerReferences } from '../api/openapi/response-headers';

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
    swagger.ApiHeader(IF_NONE_MATCH),
    swagger.ApiResponse({
      status: 200,
      description: 'Done.',
      headers: headerReferences(['X-Request-Id', 'ETag']),
      content: bytesOf(),
    }),
    documentNotModified(),
    ...documentErrors(['resource_not_found']),
  );
