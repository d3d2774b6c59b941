import { applyDecorators } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import { documentErrors, REQUEST_ID } from './error-document';
import { errorCodesOf } from '../operation/operation-errors';
import type { OperationMetadata } from '../operation/operation.types';

/** Documents an operation: its headers, body, answers and error codes. */
export function documentOperation(operation: OperationMetadata): MethodDecorator {
  const { body, reply } = operation;
  const models = [body?.type, reply.type].filter((type) => typeof type === 'function');
  return applyDecorators(
    swagger.ApiExtraModels(...models),
    swagger.ApiOperation({
      operationId: operation.operationId,
      summary: operation.summary,
      description: descriptionOf(operation),
    }),
    swagger.ApiBearerAuth(),
    ...(body && operation.bucket !== 'read' ? [documentBody(body)] : []), // a GET has no body as far as OpenAPI is concerned
    ...requestHeaders(operation).map((header) => swagger.ApiHeader(header)),
    documentSuccess(operation),
    ...(operation.ifNoneMatch
      ? [swagger.ApiResponse({ status: 304, description: 'Nothing changed since the ETag.' })]
      : []),
    ...documentErrors(errorCodesOf(operation)),
  );
}

function descriptionOf({ description, scope, bucket }: OperationMetadata): string {
  const scopes = [scope ?? []].flat().map((name) => `\`${name}\``);
  const needs = scopes.length > 0 ? `Needs the scope ${scopes.join(' or ')}.` : 'Needs a valid key and no scope.';
  return [description, needs, `Takes from the \`${bucket}\` bucket.`].filter(Boolean).join('\n\n');
}

function documentBody(body: NonNullable<OperationMetadata['body']>): MethodDecorator {
  const schema = { $ref: swagger.getSchemaPath(body.type) };
  return applyDecorators(
    swagger.ApiConsumes(
      ...(body.mergePatch ? ['application/json', 'application/merge-patch+json'] : ['application/json']),
    ),
    swagger.ApiBody({ required: !body.optional, schema, examples: { example: { value: body.example } } }),
  );
}

function requestHeaders({ idempotencyKey, ifMatch, ifNoneMatch }: OperationMetadata): swagger.ApiHeaderOptions[] {
  return [
    ...(idempotencyKey ? [{ ...IDEMPOTENCY_KEY, required: idempotencyKey === 'required' }] : []),
    ...(ifMatch ? [IF_MATCH] : []),
    ...(ifNoneMatch ? [IF_NONE_MATCH] : []),
  ];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  description:
    'A text that is new for each new operation, such as a UUID. A repetition within 24 hours gets the first answer again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;
const IF_MATCH = {
  name: 'If-Match',
  required: true,
  description: 'The ETag of the latest read, unchanged.',
  schema: { type: 'string' },
} as const;
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  required: false,
  description: 'An ETag that the client already has.',
  schema: { type: 'string' },
} as const;

function documentSuccess(operation: OperationMetadata): MethodDecorator {
  const { reply } = operation;
  const status = reply.status ?? 200;
  const schema = reply.type ? envelope(operation) : { type: 'object', additionalProperties: false, example: {} };
  return swagger.ApiResponse({
    status,
    description: SUCCESS[status],
    headers: responseHeaders(operation),
    ...(reply.type === 'bytes' ? { content: BYTES } : { schema }),
  });
}

/** The content of a download. */
export const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

const SUCCESS = { 200: 'Done.', 201: 'Created.', 202: 'Accepted; the work goes on.' };

function envelope({ reply }: OperationMetadata): object {
  const view = { $ref: swagger.getSchemaPath(reply.type as Type) };
  const isPaged = reply.page !== undefined && reply.page !== 'none';
  const linked = reply.page === 'linked';
  return {
    type: 'object',
    additionalProperties: false,
    required: ['data', 'request_id', ...(isPaged ? ['meta'] : []), ...(linked ? ['links'] : [])],
    properties: {
      data: reply.isList ? { type: 'array', items: view } : view,
      ...(linked && { links: LINKS }),
      ...(isPaged && { meta: linked ? LINKED_META : FORWARD_META }),
      request_id: REQUEST_ID,
    },
  };
}

const CURSOR = { type: 'string', nullable: true, description: 'Opaque; null at the end. Valid for 24 hours.' };
const LINKS = {
  type: 'object',
  additionalProperties: false,
  required: ['first', 'last'],
  properties: { first: { type: 'string', nullable: true }, last: { type: 'string', nullable: true } },
};
const FORWARD_META = {
  type: 'object',
  additionalProperties: false,
  required: ['next_cursor'],
  properties: { next_cursor: CURSOR },
};
const LINKED_META = {
  type: 'object',
  additionalProperties: false,
  required: ['path', 'per_page', 'next_cursor', 'prev_cursor'],
  properties: { path: { type: 'string' }, per_page: { type: 'integer' }, next_cursor: CURSOR, prev_cursor: CURSOR },
};

function responseHeaders(
  operation: OperationMetadata,
): Record<string, { description: string; schema: { type: string } }> {
  const text = (description: string) => ({ description, schema: { type: 'string' } });
  return {
    'X-Request-Id': text('The same id as in the body.'),
    'RateLimit-Policy': text('The buckets that the request takes from, with their quota and window in seconds.'),
    RateLimit: text('What remains in each bucket, and after how many seconds there is more.'),
    ...(operation.reply.etag && { ETag: text('The validator of what was returned, for If-Match.') }),
    ...(operation.reply.location && { Location: text('Where the result can be read.') }),
    ...(operation.idempotencyKey && {
      'Idempotency-Replayed': text('`true` when this is the stored answer to an earlier request.'),
      'Original-Request-Id': text('The id of that earlier request.'),
    }),
  };
}
