import * as swagger from '@nestjs/swagger';
import type { ErrorCode } from '../errors/api-error';
import { API_ERRORS } from '../errors/api-error';
import { ErrorBodyView } from '../errors/error-body.dto';

/** One response for each status, with its error codes and an example of each. `otherContent` is what the responses can be besides JSON. */
export function documentErrors(
  codes: readonly ErrorCode[],
  otherContent: swagger.ApiResponseNoStatusOptions['content'] = {},
): MethodDecorator[] {
  return [...groupByStatus(codes)].map(([status, group]) =>
    swagger.ApiResponse({
      status,
      description: group.map(describe).join('\n\n'),
      ...(RETRYABLE.has(status) && { headers: RETRY_AFTER }),
      content: {
        'application/json': { schema: { $ref: swagger.getSchemaPath(ErrorBodyView) }, examples: errorExamples(group) },
        ...otherContent,
      },
    }),
  );
}

/** A member of every answer, whether it is an error or not. */
export const REQUEST_ID = {
  type: 'string',
  description: 'Identifies the request, for questions to support.',
  example: 'req_01K9ZW3QG5V6T0H0J9D7V4N2XF',
};

const RETRYABLE = new Set([429, 503]);
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
};

function errorExamples(codes: readonly ErrorCode[]): Record<string, { value: object }> {
  const bodyOf = (code: ErrorCode) => ({
    error: { code, message: API_ERRORS[code][1], details: DETAILS[code] ?? {} },
    request_id: REQUEST_ID.example,
  });
  return Object.fromEntries(codes.map((code) => [code, { value: bodyOf(code) }]));
}

/** Examples of `details` for the codes that have some. */
const DETAILS: Partial<Record<ErrorCode, object>> = {
  validation_failed: { 'fields.0.name': ['must not be empty'] },
  rate_limit_exceeded: { bucket: 'write', retry_after: 2 },
  workflow_validation_failed: {
    items: [
      {
        code: 'no_trigger',
        message: 'The workflow needs a trigger that is not disabled.',
        node_id: null,
        edge_id: null,
        path: null,
      },
    ],
  },
};

const statusOf = (code: ErrorCode): number => API_ERRORS[code][0];
const describe = (code: ErrorCode): string => `\`${code}\`: ${API_ERRORS[code][1]}`;

function groupByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) groups.set(statusOf(code), [...(groups.get(statusOf(code)) ?? []), code]);
  return groups;
}
