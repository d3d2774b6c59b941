import type { Request } from 'express';
import { ApiError, validationFailed } from '../api/errors/api-error';
import { readBody } from '../api/body/body-reader';
import { mediaTypeOf } from '../api/body/content-type.rules';
import { textFaults, withoutNegativeZero } from '../api/body/json-text.rules';
import { decodeUtf8, parseJson } from '../api/body/parse-json';
import { parseUrlencoded } from './form-encoding.rules';
import { InvalidSubmission } from './intake-errors';
import { fieldMapOf, TOO_MANY_FIELDS } from './submitted-fields.rules';
import type { SubmittedFields } from './submitted-fields.rules';

export const MAX_BODY_BYTES = 256 * 1024;

/** Reads and decodes the body of a submission, unless it is multipart. Throws 415, 413, 408, 400 or 422. */
export async function readSubmittedFields(request: Request): Promise<SubmittedFields> {
  const media = mediaTypeOf(request.headers['content-type']);
  const decode = media?.isUtf8 ? DECODERS[media.type] : undefined;
  if (!decode)
    throw new ApiError('unsupported_media_type', { message: UNSUPPORTED, headers: { Accept: ACCEPTED.join(', ') } });
  return decode(await readBody(request, MAX_BODY_BYTES));
}

type Decoder = (bytes: Buffer) => SubmittedFields;

const DECODERS: Partial<Record<string, Decoder>> = {
  'application/json': decodeJson,
  'application/x-www-form-urlencoded': decodeUrlencoded,
};

const ACCEPTED = [...Object.keys(DECODERS), 'multipart/form-data'];
const UNSUPPORTED = `Send the fields as ${ACCEPTED.join(', ')} in UTF-8.`;

function decodeJson(bytes: Buffer): SubmittedFields {
  const body = parseJson(bytes);
  const errors = textFaults(body);
  if (errors.length > 0) throw validationFailed(errors);
  return { encoding: 'json', values: fieldMapOf(withoutNegativeZero(body) as Record<string, unknown>) };
}

function decodeUrlencoded(bytes: Buffer): SubmittedFields {
  const result = parseUrlencoded(decodeUtf8(bytes));
  if ('form' in result) return { encoding: 'urlencoded', form: result.form };
  if (result.error === 'too_many') throw new InvalidSubmission([TOO_MANY_FIELDS]);
  throw new ApiError('malformed_request', { message: 'The body has an invalid percent-encoding.' });
}
