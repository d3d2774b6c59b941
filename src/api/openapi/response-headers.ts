interface HeaderOptions {
  type?: 'string' | 'integer';
  pattern?: string;
  format?: string;
  minimum?: number;
}

const header = (description: string, example: string | number, { type = 'string', ...rules }: HeaderOptions = {}) => ({
  description,
  schema: { type, ...rules },
  example,
});

export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'Identifies the request, as `request_id` in the body does.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9A-HJKMNP-TV-Z]{26}$' },
    example: 'req_01K9ZW3QG5V6T0H0J9D7V4N2XF',
  },
  RateLimit: header(
    'For each bucket that the request took from: the requests that remain (`r`), and the seconds until there is one more (`t`). Left out while the limits cannot be counted exactly.',
    '"write";r=12;t=3, "user_aggregate";r=88;t=1',
  ),
  'RateLimit-Policy': header(
    'For each bucket that the request took from: the quota (`q`) and its window in seconds (`w`).',
    '"write";q=60;w=60, "user_aggregate";q=240;w=60',
  ),
  'Retry-After': header('The number of seconds to wait before the next attempt.', 2, { type: 'integer', minimum: 0 }),
  'WWW-Authenticate': header(
    'The challenge (RFC 6750): the reason of the refusal and, if one is missing, the scope.',
    'Bearer realm="api", error="insufficient_scope", scope="forms:read"',
  ),
  Allow: header('The methods that the address supports.', 'GET, HEAD, OPTIONS'),
  Accept: header('Sent if the media type of the body was refused: those that are accepted.', 'application/json'),
  'Accept-Encoding': header('Sent if the content coding of the body was refused: the only one that is accepted.', 'identity'),
  'Content-Disposition': header(
    'Says that the content is to be kept as a file, and under which name (RFC 6266).',
    "attachment; filename*=UTF-8''Contact%202026-11-20.csv",
    { pattern: '^attachment' },
  ),
  ETag: header(
    'The validator of the returned resource, for `If-Match`. A stored reply has it only while it is current.',
    '"f-019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f-1"',
  ),
  Location: header('The address where the result can be read.', '/v1/forms/019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f', {
    format: 'uri-reference',
  }),
  'Idempotency-Replayed': header('Sent if this is the stored reply to an earlier request with the same `Idempotency-Key`.', 'true', {
    pattern: '^true$',
  }),
  'Original-Request-Id': header('The id of the earlier request whose stored reply this is.', 'req_01K9ZW3QG5V6T0H0J9D7V4N2XF'),
};

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

export const headerReferences = (names: readonly ResponseHeader[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
