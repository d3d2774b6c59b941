import { applyDecorators, type Type } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import { documentErrors, REQUEST_ID } from '../openapi/error-document';
import type { OperationMetadata } from './operation.types';
import { scopesOf } from '../auth/caller';
import { type ResponseHeader, headerReferences } from '../openapi/response-headers';
import type { ErrorCode } from '../errors/api-error';

export function documentOperation(operation: OperationMetadata): MethodDecorator {
  const { body, reply } = operation;
  const models = [body?.type, reply.type].filter((type) => typeof type === 'function');
  return applyDecorators(
    swagger.ApiExtraModels(...models),
    swagger.ApiOperation({
      operationId: operation.operationId,
      summary: operation.summary,
      description: descriptionOf(operation),
      ...(operation.stream && { requestBody: streamOf(operation.stream) }),
    }),
    swagger.ApiBearerAuth(),
    ...(body ? [documentBody(body)] : []),
    ...requestHeaders(operation).map((header) => swagger.ApiHeader(header)),
    documentSuccess(operation),
    ...(operation.ifNoneMatch ? [documentNotModified(RATE_LIMIT_HEADERS)] : []),
    ...documentErrors(errorCodesOf(operation), { laterHeaders: RATE_LIMIT_HEADERS }),
  );
}

function descriptionOf({ description, scope, bucket }: OperationMetadata): string {
  const needs = scope ? needsOf(scope) : 'Needs a valid key and no scope.';
  return [description, needs, `Takes from the \`${bucket}\` bucket.`].filter(Boolean).join('\n\n');
}

function needsOf(scope: NonNullable<OperationMetadata['scope']>): string {
  const { scopes, word } = scopesOf(scope);
  const names = scopes.map((name) => `\`${name}\``).join(` ${word} `);
  return `Needs the ${scopes.length > 1 && word === 'and' ? 'scopes' : 'scope'} ${names}.`;
}

function documentBody(body: NonNullable<OperationMetadata['body']>): MethodDecorator {
  const schema = { $ref: swagger.getSchemaPath(body.type) };
  return applyDecorators(
    swagger.ApiConsumes(...(body.mergePatch ? ['application/json', 'application/merge-patch+json'] : ['application/json'])),
    swagger.ApiBody({ required: !body.optional, schema, examples: { example: { value: body.example } } }),
  );
}

/** Each type has an example of its own. */
function streamOf({ examples }: NonNullable<OperationMetadata['stream']>) {
  const schema = { type: 'string', description: 'The text of the file, in UTF-8.', maxLength: 26_214_400 };
  const content = Object.entries(examples).map(([type, value]) => [type, { schema, examples: { example: { value } } }] as const);
  return { required: true, content: Object.fromEntries(content) };
}

function requestHeaders({ idempotencyKey, ifMatch, ifMatchIsOptional, ifNoneMatch }: OperationMetadata): swagger.ApiHeaderOptions[] {
  return [
    ...(idempotencyKey ? [{ ...IDEMPOTENCY_KEY, required: idempotencyKey === 'required' }] : []),
    ...(ifMatch ? [{ ...IF_MATCH, required: !ifMatchIsOptional }] : []),
    ...(ifNoneMatch ? [IF_NONE_MATCH] : []),
  ];
}

/** The parameter of operations and of the submit address. The pattern allows the quotes of Structured Fields around the key. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  description: 'A text that is new for each new operation, such as a UUID. A repetition within 24 hours gets the first answer again.',
  schema: { type: 'string', pattern: '^(?:[!-~]{1,255}|"[!-~]{1,255}")$' },
  example: '5f3a1f0e-8c1d-4f6b-9a57-2d6f0c9b7e41',
} as const;
const IF_MATCH = {
  name: 'If-Match',
  required: true,
  description: 'The `ETag` of the latest read, unchanged; `*` for whatever the current state is.',
  schema: { type: 'string' },
} as const;
export const IF_NONE_MATCH = {
  name: 'If-None-Match',
  required: false,
  description: 'An `ETag` that the client already has.',
  schema: { type: 'string' },
} as const;

/** @param laterHeaders the headers that only authenticated requests get */
export function documentNotModified(laterHeaders: typeof RATE_LIMIT_HEADERS | [] = []): MethodDecorator {
  const headers = headerReferences(['X-Request-Id', ...laterHeaders, 'ETag']);
  return swagger.ApiResponse({ status: 304, description: 'Nothing changed since the `ETag`.', headers });
}

function documentSuccess(operation: OperationMetadata): MethodDecorator {
  const { reply } = operation;
  const status = reply.status ?? 200;
  return swagger.ApiResponse({
    status,
    description: SUCCESS[status],
    headers: headerReferences(responseHeaders(operation)),
    ...(reply.type === 'bytes' || !reply.type
      ? { content: reply.type ? bytesOf(reply.content) : NOTHING }
      : { schema: envelope(operation) }),
  });
}

export const bytesOf = (types: readonly string[] = FILE_TYPES) =>
  Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' }, example: TEXTS[type] ?? 'the bytes of the file' }]),
  );

/** Beginnings of files that are texts. */
const TEXTS: Partial<Record<string, string>> = {
  'application/x-ndjson': '{"id":"019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f","fields":{"email":"ada@example.com"}}\n',
  'text/csv': 'id,received_at,email\n019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f,2026-11-20T21:26:00.000Z,ada@example.com\n',
};

/** The media types of downloads: those that browsers can show without harm, and `application/octet-stream` for all others. */
const FILE_TYPES = ['application/octet-stream', 'application/pdf', 'image/jpeg', 'image/png'];

const NOTHING = {
  'application/json': { schema: { type: 'object' as const, description: 'An empty object.', maxProperties: 0 }, example: {} },
};

const SUCCESS = { 200: 'Done.', 201: 'Created.', 202: 'Accepted; the work goes on.' };

function envelope({ reply }: OperationMetadata): object {
  const view = { $ref: swagger.getSchemaPath(reply.type as Type) };
  const isPaged = reply.page !== undefined && reply.page !== 'none';
  const linked = reply.page === 'linked';
  return {
    type: 'object',
    required: ['data', 'request_id', ...(isPaged ? ['meta'] : []), ...(linked ? ['links'] : [])],
    properties: {
      data: reply.isList
        ? { type: 'array', description: 'The entries, in their order.', items: view }
        : { description: 'What was asked for, or what was changed.', ...view },
      ...(linked && { links: LINKS }),
      ...(isPaged && { meta: META[reply.page as keyof typeof META] }),
      request_id: REQUEST_ID,
    },
  };
}

const objectOf = (description: string, properties: Record<string, object>) => ({
  type: 'object',
  description,
  required: Object.keys(properties),
  properties,
});

const LINKS = objectOf('Always null: the pages are linked by the cursors of `meta`.', {
  first: { type: 'string', description: 'Null.', nullable: true, example: null },
  last: { type: 'string', description: 'Null.', nullable: true, example: null },
});
const CURSOR = {
  type: 'string',
  nullable: true,
  maxLength: 256,
  description: 'Opaque; null at the end. Valid for 24 hours.',
  example: null,
};
const SEARCHED_TO = {
  type: 'string',
  format: 'date-time',
  nullable: true,
  description: 'How far a search has come; null on the last page, and without a search or a filter that works like one.',
  example: null,
};
const UNREAD_COUNT = {
  type: 'integer',
  minimum: 0,
  description: 'The accepted submissions that are unread, of all forms that the key sees, whatever the filters.',
  example: 3,
};
const WHERE_NEXT = 'Where the list goes on.';

const META = {
  linked: objectOf('Where the list goes on, and back.', {
    path: { type: 'string', description: 'The address of the list.', example: 'http://localhost:3000/v1/forms' },
    per_page: { type: 'integer', description: 'The most entries of a page.', example: 20 },
    next_cursor: CURSOR,
    prev_cursor: CURSOR,
  }),
  forward: objectOf(WHERE_NEXT, { next_cursor: CURSOR }),
  searched: objectOf(WHERE_NEXT, { next_cursor: CURSOR, searched_to: SEARCHED_TO }),
  inbox: objectOf(WHERE_NEXT, { next_cursor: CURSOR, searched_to: SEARCHED_TO, unread_count: UNREAD_COUNT }),
  feed: objectOf('Where the feed goes on.', {
    next_cursor: { type: 'string', maxLength: 256, description: 'Opaque. Also at the end, for what changes later.' },
    has_more: { type: 'boolean', description: 'False when there was nothing else at the moment of the answer.' },
  }),
};

const RATE_LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const satisfies ResponseHeader[];

const responseHeaders = ({ reply, idempotencyKey }: OperationMetadata): ResponseHeader[] => [
  'X-Request-Id',
  ...RATE_LIMIT_HEADERS,
  ...(reply.type === 'bytes' ? (['Content-Disposition'] as const) : []),
  ...(reply.etag ? (['ETag'] as const) : []),
  ...(reply.location ? (['Location'] as const) : []),
  ...(idempotencyKey ? (['Idempotency-Replayed', 'Original-Request-Id'] as const) : []),
];

/** The error codes of an operation beyond those of every address: those that follow from its metadata, and those that it declares. */
function errorCodesOf(operation: OperationMetadata): ErrorCode[] {
  const when = (condition: unknown, ...codes: ErrorCode[]): ErrorCode[] => (condition ? codes : []);
  return [
    ...(['invalid_api_key', 'validation_failed', 'rate_limit_exceeded'] as const),
    ...when(operation.scope, 'insufficient_scope'),
    ...when(operation.bucket !== 'read' || operation.showsSecrets, 'writes_disabled'),
    ...when(operation.freshProof || operation.body?.freshProof, 'fresh_proof_required'),
    ...when(operation.bucket !== 'read' || operation.body, 'payload_too_large', 'unsupported_media_type'),
    ...when(operation.resource, 'resource_not_found'),
    ...when(operation.idempotencyKey === 'required', 'idempotency_key_required'),
    ...when(operation.idempotencyKey, 'idempotency_conflict'),
    ...when((operation.ifMatch && !operation.ifMatchIsOptional) || operation.body?.ifMatch, 'precondition_required'),
    ...when(operation.ifMatch, 'precondition_failed'),
    ...(operation.errors ?? []),
  ];
}
