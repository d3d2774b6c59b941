import { ApiError } from '../errors/api-error';
import type { JsonFault } from './json-scan.rules';
import { MAX_JSON_DEPTH, MAX_JSON_TOKENS, scanJson } from './json-scan.rules';

/**
 * The value of a JSON body in UTF-8, with or without a byte order mark. Throws `malformed_request` with the broken rule; the
 * cause is left out, since the message of a SyntaxError quotes the body.
 */
export function parseJson(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes);
  const fault = scanJson(text);
  if (fault) throw malformed(fault);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw malformed('not_json');
  }
}

/** The text of a body in UTF-8. `Buffer.toString` would silently replace invalid bytes by U+FFFD. */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw malformed('not_utf8');
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

const malformed = (fault: keyof typeof MESSAGES): ApiError =>
  new ApiError('malformed_request', { message: MESSAGES[fault] });

const MESSAGES = {
  not_utf8: 'The request body is not valid UTF-8.',
  not_json: 'The request body is not valid JSON.',
  too_deep: `The request body is nested deeper than ${MAX_JSON_DEPTH} levels.`,
  too_many_tokens: `The request body has more than ${MAX_JSON_TOKENS} JSON tokens.`,
  duplicate_name: 'An object in the request body has two members of the same name.',
  forbidden_name: 'The request body has a member named "__proto__" or "constructor.prototype".',
} as const satisfies Record<JsonFault | 'not_utf8', string>;
