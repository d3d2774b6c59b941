import { applyDecorators } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import { documentErrors, REQUEST_ID } from '../api/openapi/error-document';
import { IDEMPOTENCY_KEY } from '../api/operation/operation-document';
import { headerReferences } from '../api/openapi/response-headers';
import { SUBMIT_ERRORS } from './intake-errors';
import { ReceiptView } from './receipt-view.dto';

export function documentSubmit(): MethodDecorator {
  return applyDecorators(
    swagger.ApiExtraModels(ReceiptView),
    swagger.ApiOperation({
      operationId: 'submitForm',
      summary: 'Submit to a form',
      description: DESCRIPTION,
      security: [],
      requestBody: { required: true, content: CONTENT },
    }),
    swagger.ApiParam({ name: 'id', description: 'The id of a form.', type: 'string', format: 'uuid' }),
    swagger.ApiHeader({
      ...IDEMPOTENCY_KEY,
      example: undefined,
      required: false,
      description: 'Repeated requests with the same key and content are stored once within 24 hours.',
    }),
    swagger.ApiHeader({
      name: 'X-Submission-Token',
      required: false,
      description: 'The submission token of the form, for servers.',
      schema: { type: 'string' },
    }),
    swagger.ApiResponse({ status: 201, description: 'Stored durably.', headers: headerReferences(HEADERS), schema: RECEIPT }),
    swagger.ApiResponse({
      status: 303,
      description: 'Stored. A browser that submitted an HTML form is redirected to a page.',
      headers: headerReferences([...HEADERS, 'Location']),
      content: PAGE,
    }),
    ...documentErrors(SUBMIT_ERRORS, { otherContent: PAGE }),
  );
}

const FIELDS = { schema: { type: 'object', additionalProperties: true, example: { email: 'ada@example.com', message: 'Hello' } } };

/** The names of the parts are those of the form's fields; `cv` stands for any field of type `file`. */
const PARTS = {
  schema: {
    type: 'object',
    additionalProperties: { type: 'string' },
    properties: {
      email: { type: 'string' },
      cv: {
        type: 'array',
        description: 'The parts of a field of type `file`, each with a file name. A part without name and bytes is an absent value.',
        items: { type: 'string', format: 'binary' },
      },
    },
  },
  encoding: { email: { contentType: 'text/plain' }, cv: { contentType: 'application/pdf, image/*' } },
};

const CONTENT = { 'application/json': FIELDS, 'application/x-www-form-urlencoded': FIELDS, 'multipart/form-data': PARTS };

const DESCRIPTION =
  'Needs no API key, and refuses one. Pages are authorized by their origin, servers by the submission token of the form (`X-Submission-Token`, or ' +
  '`Authorization: Bearer fst_…`). Texts of a form encoding are converted to the types of the fields; JSON values are not. Values under names that no field ' +
  'has are kept beside the fields. Control fields are not stored: `_redirect` is the address to redirect the browser to (allowed origins only), and a ' +
  '`_gotcha` with a value marks the submission as made by a program. Files come as `multipart/form-data`; a file that is too large, or too many of them, is a 413, a file that ' +
  'the field does not take, or for which a form that validates has no field, a 422. A browser that submits an HTML form and prefers `text/html` gets refusals as a page. ' +
  'Without a token, the messages of refusals are in English, German, French or Spanish by `Accept-Language`; with one they are in English.';

const PAGE = { 'text/html': { schema: { type: 'string' as const }, example: '<!doctype html><title>Thank you</title>' } };

const HEADERS = ['X-Request-Id', 'Idempotency-Replayed'] as const;

const RECEIPT = {
  type: 'object' as const,
  required: ['data', 'request_id'],
  properties: { data: { $ref: swagger.getSchemaPath(ReceiptView) }, request_id: REQUEST_ID },
};
