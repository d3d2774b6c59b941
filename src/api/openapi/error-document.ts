import * as swagger from '@nestjs/swagger';
import { API_ERRORS, type ErrorCode, GENERAL_ERRORS, TRANSPORT_ERRORS } from '../errors/api-error';
import { ErrorBodyView } from '../errors/error-body.dto';
import { headerReferences, type ResponseHeader } from './response-headers';

interface ErrorDocumentOptions {
  /** Headers of the errors of an authenticated request. */
  laterHeaders?: readonly ResponseHeader[];
  otherContent?: swagger.ApiResponseNoStatusOptions['content'];
}

/** One response for each status, with an example for each error code: the codes of every address and the given ones. */
export function documentErrors(
  codes: readonly ErrorCode[],
  { laterHeaders = [], otherContent = {} }: ErrorDocumentOptions = {},
): MethodDecorator[] {
  return [...groupByStatus(codes)].map(([status, group]) =>
    swagger.ApiResponse({
      status,
      description: group.map(describe).join('\n\n'),
      headers: headerReferences(headersOf(group, laterHeaders)),
      content: {
        'application/json': { schema: { $ref: swagger.getSchemaPath(ErrorBodyView) }, examples: errorExamples(group) },
        ...otherContent,
      },
    }),
  );
}

/** The member `request_id` of every answer, successful or not. */
export const REQUEST_ID = {
  type: 'string',
  description: 'Identifies the request, for questions to support.',
  pattern: '^req_[0-9A-Z]{26}$',
  minLength: 30,
  maxLength: 30,
  example: 'req_01K9ZW3QG5V6T0H0J9D7V4N2XF',
};

function headersOf(codes: readonly ErrorCode[], laterHeaders: readonly ResponseHeader[]): ResponseHeader[] {
  const isEarly = codes.every((code) => BEFORE_AUTHENTICATION.has(code));
  const ofCodes = codes.flatMap((code) => HEADERS[code] ?? []);
  return [...new Set<ResponseHeader>(['X-Request-Id', ...(isEarly ? [] : laterHeaders), ...ofCodes])];
}

const BEFORE_AUTHENTICATION: ReadonlySet<ErrorCode> = new Set(['invalid_api_key', ...TRANSPORT_ERRORS]);

const HEADERS: Partial<Record<ErrorCode, ResponseHeader[]>> = {
  invalid_api_key: ['WWW-Authenticate'],
  invalid_submission_token: ['WWW-Authenticate'],
  insufficient_scope: ['WWW-Authenticate'],
  method_not_allowed: ['Allow'],
  idempotency_conflict: ['Retry-After'],
  import_running: ['Retry-After'],
  unsupported_media_type: ['Accept', 'Accept-Encoding'],
  rate_limit_exceeded: ['Retry-After'],
  submission_quota_exceeded: ['Retry-After'],
  service_unavailable: ['Retry-After'],
};

function errorExamples(codes: readonly ErrorCode[]): Record<string, { value: object }> {
  const bodyOf = (code: ErrorCode) => ({
    error: { code, message: API_ERRORS[code][1], details: DETAILS[code] ?? {} },
    request_id: REQUEST_ID.example,
  });
  return Object.fromEntries(codes.map((code) => [code, { value: bodyOf(code) }]));
}

const DETAILS: Partial<Record<ErrorCode, object>> = {
  fresh_proof_required: { ways: ['mail', 'passkey'] },
  validation_failed: { 'fields.0.name': ['must not be empty'] },
  rate_limit_exceeded: { bucket: 'write', retry_after: 2 },
  workflow_validation_failed: {
    items: [
      { code: 'no_trigger', message: 'The workflow needs a trigger that is not disabled.', node_id: null, edge_id: null, path: null },
    ],
  },
};

const statusOf = (code: ErrorCode): number => API_ERRORS[code][0];
const describe = (code: ErrorCode): string => `\`${code}\`: ${API_ERRORS[code][1]}`;

function groupByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  const sorted = [...new Set([...GENERAL_ERRORS, ...codes])].sort((a, b) => statusOf(a) - statusOf(b) || a.localeCompare(b));
  for (const code of sorted) groups.set(statusOf(code), [...(groups.get(statusOf(code)) ?? []), code]);
  return groups;
}
