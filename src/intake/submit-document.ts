import { applyDecorators } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import type { ErrorCode } from '../api/errors/api-error';
import { documentErrors, REQUEST_ID } from '../api/openapi/error-document';
import { ReceiptView } from './receipt-view.dto';

/** Writes the submission address into the API document. */
export function documentSubmit(): MethodDecorator {
  const fields = {
    type: 'object' as const,
    additionalProperties: true,
    example: { email: 'ada@example.com', message: 'Hello' },
  };
  return applyDecorators(
    swagger.ApiExtraModels(ReceiptView),
    swagger.ApiOperation({
      summary: 'Submit to a form',
      description: DESCRIPTION,
      security: [{}, { submissionToken: [] }],
    }),
    swagger.ApiParam({ name: 'id', description: 'The id of a form.', type: 'string', format: 'uuid' }),
    swagger.ApiConsumes('application/json', 'application/x-www-form-urlencoded'),
    swagger.ApiBody({ schema: fields }),
    swagger.ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'With it the same submission is stored once within 24 hours.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    }),
    swagger.ApiHeader({
      name: 'X-Submission-Token',
      required: false,
      description: 'The submission token, for clients that cannot set `Authorization`.',
    }),
    swagger.ApiResponse({ status: 201, description: 'Stored durably.', headers: HEADERS, schema: RECEIPT }),
    swagger.ApiResponse({
      status: 303,
      description: 'Stored; a page that posts a form by itself is sent on to a page for people.',
      headers: { ...HEADERS, Location: { description: 'That page.', schema: { type: 'string' } } },
    }),
    ...documentErrors(ERRORS),
  );
}

/** Writes the question that browsers ask first into the API document. */
export function documentPreflight(): MethodDecorator {
  return applyDecorators(
    swagger.ApiOperation({ summary: 'Ask whether a page may submit to a form (CORS preflight)', security: [{}] }),
    swagger.ApiParam({ name: 'id', description: 'The id of a form.', type: 'string', format: 'uuid' }),
    swagger.ApiResponse({
      status: 204,
      description: 'The headers tell: none of `Access-Control-*` for a foreign page.',
    }),
    ...documentErrors(['resource_not_found', 'internal_error', 'service_unavailable']),
  );
}

const DESCRIPTION =
  'Needs no API key. Pages are admitted by their origin, servers by the submission token of the form (`Authorization: Bearer fst_…` or `X-Submission-Token`). ' +
  'Form encodings are converted to the types of the fields, JSON is not. Names that begin with an underscore steer the request: `_redirect` says where ' +
  'to send the visitor (only to an allowed origin), and a `_gotcha` that is filled in marks a machine.';

const HEADERS = {
  'X-Request-Id': { description: 'The id of the request.', schema: { type: 'string' as const } },
  'Idempotency-Replayed': {
    description: '`true` when an earlier request with this key was stored.',
    schema: { type: 'string' as const },
  },
};

const RECEIPT = {
  type: 'object' as const,
  additionalProperties: false,
  required: ['data', 'request_id'],
  properties: { data: { $ref: swagger.getSchemaPath(ReceiptView) }, request_id: REQUEST_ID },
};

const ERRORS = [
  'malformed_request',
  'invalid_submission_token',
  'form_disabled',
  'origin_not_allowed',
  'resource_not_found',
  'idempotency_conflict',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
  'rate_limit_exceeded',
  'submission_quota_exceeded',
  'internal_error',
  'service_unavailable',
] as const satisfies ErrorCode[];
