import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { ApiError, type FieldError, validationFailed } from '../api/errors/api-error';
import { MAX_BODY_BYTES, mediaTypeOf, readBody } from '../api/body/body-reader';
import { makeStorable } from '../api/body/json-text.rules';
import { decodeUtf8, parseJson } from '../api/body/parse-json';
import { collectTexts, MAX_PAIRS, parseUrlencoded } from '../fields/values/form-encoding.rules';
import { fieldMapOf, type SubmittedValues, TOO_MANY_FIELDS } from '../fields/values/submitted-fields.rules';
import { InvalidSubmission, UnreadableText, UploadTooLarge } from './intake-errors';

/**
 * Reads and decodes the body of a submission, unless it is multipart. Throws 415, 413, 408, 400 or 422. With `keep` the
 * values of a form that is too large or has characters that are not UTF-8 are kept before that is thrown.
 */
export async function readSubmittedFields(request: Request, keep?: (fields: SubmittedValues) => void): Promise<SubmittedValues> {
  const media = mediaTypeOf(request.headers['content-type']);
  const decode = media?.isUtf8 ? DECODERS[media.type] : undefined;
  if (!decode) throw new ApiError('unsupported_media_type', { message: UNSUPPORTED, headers: { Accept: ACCEPTED.join(', ') } });
  if (!keep || decode !== decodeUrlencoded) return decode(await readBody(request, MAX_BODY_BYTES));
  const bytes = await readBody(request, MAX_KEPT_BYTES);
  try {
    if (bytes.length > MAX_BODY_BYTES) throw tooLarge();
    return decode(bytes);
  } catch (error) {
    if (error instanceof UnreadableText || error instanceof UploadTooLarge) keep(legibleFields(bytes));
    throw error;
  }
}

/** Beyond that a form that is too large is not read to show it again. */
const MAX_KEPT_BYTES = 1024 * 1024;

const tooLarge = (): ApiError =>
  new UploadTooLarge(`The request body is too large. It may have at most ${MAX_BODY_BYTES} bytes.`, {
    code: 'too_large',
    maxBytes: MAX_BODY_BYTES,
  });

type Decoder = (bytes: Buffer) => SubmittedValues;

const DECODERS: Partial<Record<string, Decoder>> = {
  'application/json': decodeJson,
  'application/x-www-form-urlencoded': decodeUrlencoded,
};

const ACCEPTED = [...Object.keys(DECODERS), 'multipart/form-data'];
const UNSUPPORTED = `Send the fields as ${ACCEPTED.join(', ')} in UTF-8.`;

function decodeJson(bytes: Buffer): SubmittedValues {
  const body = parseJson(bytes);
  const errors = makeStorable(body);
  if (errors.length > 0) throw validationFailed(errors.map(inSentence));
  return { encoding: 'json', values: fieldMapOf(body as Record<string, unknown>) };
}

/** The messages of submissions are sentences, since pages show them to visitors. */
const inSentence = ({ path, message }: FieldError): FieldError => ({
  path,
  message: `${path === 'body' ? 'The body' : 'This field'} ${message}.`,
});

function decodeUrlencoded(bytes: Buffer): SubmittedValues {
  if (!isUtf8(bytes)) throw new UnreadableText('The body is not valid UTF-8.');
  const result = parseUrlencoded(decodeUtf8(bytes));
  if ('form' in result) return { encoding: 'urlencoded', form: result.form };
  if (result.error === 'too_many') throw new InvalidSubmission([TOO_MANY_FIELDS]);
  throw new UnreadableText('The body has an invalid percent-encoding.');
}

/** As a browser reads a form, with a mark in place of what is not UTF-8. */
const legibleFields = (bytes: Buffer): SubmittedValues => ({
  encoding: 'urlencoded',
  form: collectTexts([...new URLSearchParams(bytes.toString())].slice(0, MAX_PAIRS)),
});
