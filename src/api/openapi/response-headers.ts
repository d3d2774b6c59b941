/** The headers of the API's responses, as components of the document. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'Identifies the request, as `request_id` in the body does.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9A-HJKMNP-TV-Z]{26}$' },
    example: 'req_01K9ZW3QG5V6T0H0J9D7V4N2XF',
  },
  RateLimit: {
    description:
      'For each bucket that the request took from: the requests that remain (`r`), and the seconds until there is one more (`t`). Left out while the limits cannot be counted exactly.',
    schema: { type: 'string' },
    example: '"write";r=12;t=3, "user_aggregate";r=88;t=1',
  },
  'RateLimit-Policy': {
    description: 'For each bucket that the request took from: the quota (`q`) and its window in seconds (`w`).',
    schema: { type: 'string' },
    example: '"write";q=60;w=60, "user_aggregate";q=240;w=60',
  },
  'Retry-After': {
    description: 'The number of seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  'WWW-Authenticate': {
    description: 'The challenge (RFC 6750): the reason of the refusal and, if one is missing, the scope.',
    schema: { type: 'string' },
    example: 'Bearer realm="api", error="insufficient_scope", scope="forms:read"',
  },
  Allow: { description: 'The methods that the address supports.', schema: { type: 'string' }, example: 'GET, HEAD, OPTIONS' },
  Accept: {
    description: 'Sent if the media type of the body was refused: those that are accepted.',
    schema: { type: 'string' },
    example: 'application/json',
  },
  'Accept-Encoding': {
    description: 'Sent if the content coding of the body was refused: the only one that is accepted.',
    schema: { type: 'string' },
    example: 'identity',
  },
  'Content-Disposition': {
    description: 'Says that the content is to be kept as a file, and under which name (RFC 6266).',
    schema: { type: 'string', pattern: '^attachment' },
    example: "attachment; filename*=UTF-8''Contact%202026-11-20.csv",
  },
  ETag: {
    description: 'The validator of the returned resource, for `If-Match`. A stored reply has it only while it is current.',
    schema: { type: 'string' },
    example: '"f-019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f-1"',
  },
  Location: {
    description: 'The address where the result can be read.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/forms/019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f',
  },
  'Idempotency-Replayed': {
    description: 'Sent if this is the stored reply to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', pattern: '^true$' },
    example: 'true',
  },
  'Original-Request-Id': {
    description: 'The id of the earlier request whose stored reply this is.',
    schema: { type: 'string' },
    example: 'req_01K9ZW3QG5V6T0H0J9D7V4N2XF',
  },
} as const;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

export const headerReferences = (names: readonly ResponseHeader[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
