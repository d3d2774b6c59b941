import type { Request } from 'express';
import { ApiError, validationFailed } from '../api/errors/api-error';
import { readBody } from '../api/body/body-reader';
import { mediaTypeOf } from '../api/body/content-type.rules';
import { textFaults, withoutNegativeZero } from '../api/body/json-text.rules';
import { decodeUtf8, parseJson } from '../api/body/parse-json';
import { parseUrlencoded } from './form-encoding.rules';
import { fieldMapOf, TOO_MANY_FIELDS } from './sent-fields.rules';
import type { SentFields } from './sent-fields.rules';

/** Reads what was sent, in one of the encodings that forms and servers use. Throws 415, 413, 400 or 422. */
export async function readSubmission(request: Request): Promise<SentFields> {
  const media = mediaTypeOf(request.headers['content-type']);
  const decode = media?.isUtf8 ? DECODERS[media.type] : undefined;
  if (!decode)
    throw new ApiError('unsupported_media_type', { message: UNSUPPORTED, headers: { Accept: ACCEPTED.join(', ') } });
  return decode(await readBody(request, MAX_BYTES));
}

type Decoder = (bytes: Buffer) => SentFields;

const DECODERS: Partial<Record<string, Decoder>> = {
  'application/json': fromJson,
  'application/x-www-form-urlencoded': fromUrlencoded,
};

const ACCEPTED = Object.keys(DECODERS);
const UNSUPPORTED = `Send the fields as ${ACCEPTED.join(' or ')} in UTF-8.`;
const MAX_BYTES = 256 * 1024;

function fromJson(bytes: Buffer): SentFields {
  const body = parseJson(bytes);
  const faults = textFaults(body);
  if (faults.length > 0) throw validationFailed(faults);
  return { encoding: 'json', values: fieldMapOf(withoutNegativeZero(body) as Record<string, unknown>) };
}

function fromUrlencoded(bytes: Buffer): SentFields {
  const reading = parseUrlencoded(decodeUtf8(bytes));
  if ('form' in reading) return { encoding: 'urlencoded', form: reading.form };
  if (reading.refusal === 'too_many') throw validationFailed([TOO_MANY_FIELDS]);
  throw new ApiError('malformed_request', { message: 'The body has an invalid percent-encoding.' });
}
