import { countCodePoints } from '../../platform/text/text-parsers.rules';
import { ApiError } from '../errors/api-error';
import { type JsonError, MAX_JSON_DEPTH, MAX_JSON_TOKENS, scanJson, syntaxErrorIndex } from './json-scan.rules';

/** Parses a JSON body in UTF-8. Throws `malformed_request` without a cause, since the message of a SyntaxError quotes the body. */
export function parseJson(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes);
  const error = scanJson(text);
  if (error === 'not_json') throw notJson(text);
  if (error) throw malformed(error);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw notJson(text);
  }
}

/** Decodes UTF-8. `Buffer.toString` would silently replace invalid bytes by U+FFFD. */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw malformed('not_utf8');
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The error with the line and the column of the mistake. Lines end with LF, and columns count characters from 1. */
function notJson(text: string): ApiError {
  const lines = text.slice(0, syntaxErrorIndex(text)).split('\n');
  const column = countCodePoints(lines.at(-1)!) + 1;
  return new ApiError('malformed_request', {
    message: `The request body is not valid JSON: there is an error at line ${lines.length}, column ${column}.`,
  });
}

const malformed = (error: keyof typeof MESSAGES): ApiError => new ApiError('malformed_request', { message: MESSAGES[error] });

const MESSAGES = {
  not_utf8: 'The request body is not valid UTF-8.',
  too_deep: `The request body is nested deeper than ${MAX_JSON_DEPTH} levels.`,
  too_many_tokens: `The request body has more than ${MAX_JSON_TOKENS} JSON tokens.`,
  duplicate_name: 'An object in the request body has two members of the same name.',
  forbidden_name: 'The request body has a member named "__proto__" or "constructor.prototype".',
} as const satisfies Record<Exclude<JsonError, 'not_json'> | 'not_utf8', string>;
