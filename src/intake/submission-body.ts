import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { ApiError, type FieldError } from '../api/errors/api-error';
import { arrivalOf, MAX_BODY_BYTES, type MediaType, mediaTypeOf, readBody } from '../api/body/body-reader';
import { makeStorable } from '../api/body/json-text.rules';
import { decodeUtf8, parseJson } from '../api/body/parse-json';
import { collectTexts, isJsonDocument, MAX_PAIRS, parseUrlencoded } from '../fields/values/form-encoding.rules';
import type { SubmissionError } from '../fields/values/submission-error.rules';
import { fieldMapOf, type SubmittedValues, tooManyFields } from '../fields/values/submitted-fields.rules';
import { InvalidSubmission, UnreadableText, UploadTooLarge } from './intake-errors';
import type { MultipartBody, MultipartReceiver } from './multipart/multipart-receiver';

const URLENCODED = 'application/x-www-form-urlencoded';

/** The body of a submission, which is read on request. */
export class SubmissionBody {
  /** True for the only encoding that can contain files and may take long to arrive. */
  readonly isMultipart: boolean;
  /** The values that were read. For a refused body that is shown again, the values that could be read. */
  fields: SubmittedValues | null = null;
  private readonly media: MediaType | null;
  private reading: Promise<SubmittedValues> | undefined;
  private upload: MultipartBody | undefined;

  constructor(
    private readonly request: Request,
    private readonly receiver: MultipartReceiver,
    private readonly isShownAgain: boolean,
  ) {
    this.media = mediaTypeOf(request.headers['content-type']);
    this.isMultipart = this.media?.type === 'multipart/form-data' && this.media.isUtf8;
  }

  /** Reads the body on the first call only. Throws 415, 413, 408, 400, 422 or 503. */
  async read(): Promise<SubmittedValues> {
    const keep = this.isShownAgain ? (fields: SubmittedValues) => void (this.fields = fields) : undefined;
    this.reading ??= this.isMultipart ? this.receive(keep) : readSubmittedFields(this.request, this.media, keep);
    return (this.fields = await this.reading);
  }

  /** Reads a refused URL-encoded form, to show it again. Ignores other bodies, and the values of invalid ones. */
  async readToShow(): Promise<void> {
    if (!this.isShownAgain || this.media?.type !== URLENCODED || !this.media.isUtf8) return;
    const reading = readBody(this.request, MAX_BODY_BYTES).then(decodeUrlencoded);
    this.fields = await reading.catch(() => null);
  }

  async release(): Promise<void> {
    await this.upload?.remove();
  }

  private async receive(keep?: Keep): Promise<SubmittedValues> {
    this.upload = await this.receiver.receive(this.request, keep && ((sent) => keep(fieldsOf(sent))));
    return fieldsOf(this.upload);
  }
}

type Keep = (fields: SubmittedValues) => void;

const fieldsOf = ({ texts, emptyInputs, files }: Omit<MultipartBody, 'remove'>): SubmittedValues => ({
  encoding: 'multipart',
  form: collectTexts(texts),
  files,
  emptyInputs,
});

/** Decodes a body that is not multipart. `keep` gets the values of a body that is then refused as too large or not UTF-8. */
async function readSubmittedFields(request: Request, media: MediaType | null, keep?: Keep): Promise<SubmittedValues> {
  const decode = media?.isUtf8 ? DECODERS[media.type] : undefined;
  if (!decode) throw await unsupported(request, media);
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

/** The largest refused form that is read to be shown again. */
const MAX_KEPT_BYTES = 1024 * 1024;

const tooLarge = (): ApiError =>
  new UploadTooLarge(`The request body is too large. It may have at most ${MAX_BODY_BYTES} bytes.`, {
    code: 'too_large',
    maxBytes: MAX_BODY_BYTES,
  });

type Decoder = (bytes: Buffer) => SubmittedValues;

/** 415 for JSON whose Content-Type says something else. Such a body would be stored as the name of a field. */
const jsonSentAs = (header: string | undefined): ApiError =>
  new ApiError('unsupported_media_type', {
    message: `The body is JSON. ${arrivalOf(header)} Send it with the header "Content-Type: application/json".`,
    headers: { Accept: ACCEPTED.join(', ') },
  });

/** Looks into a body of a type that is not taken, since libraries send JSON as text by default, and tells what to send. */
async function unsupported(request: Request, media: MediaType | null): Promise<ApiError> {
  const type = media?.type ?? 'nothing';
  const bytes = DECODERS[type] || !LOOKED_AT.has(type) ? null : await readBody(request, MAX_BODY_BYTES).catch(() => null);
  if (bytes && isUtf8(bytes) && isJsonDocument(bytes.toString())) return jsonSentAs(request.headers['content-type']);
  return new ApiError('unsupported_media_type', {
    message: `Send the fields as ${ACCEPTED.join(', ')} in UTF-8. ${arrivalOf(request.headers['content-type'])}`,
    headers: { Accept: ACCEPTED.join(', ') },
  });
}

const LOOKED_AT: ReadonlySet<string> = new Set(['nothing', 'text/plain', 'application/octet-stream', 'text/json', 'application/x-json']);

const DECODERS: Partial<Record<string, Decoder>> = {
  'application/json': decodeJson,
  [URLENCODED]: decodeUrlencoded,
};

const ACCEPTED = [...Object.keys(DECODERS), 'multipart/form-data'];

function decodeJson(bytes: Buffer): SubmittedValues {
  const body = parseJson(bytes);
  const errors = makeStorable(body);
  if (errors.length > 0) throw new InvalidSubmission(errors.map(inSentence));
  return { encoding: 'json', values: fieldMapOf(body as Record<string, unknown>) };
}

/** Turns a message into a sentence, since pages show it to visitors. */
const inSentence = ({ path, message }: FieldError): SubmissionError =>
  path === 'body'
    ? { path, message: `The body ${message}.`, reason: { code: 'form_misconfigured' } }
    : { path, message: `This field ${message}.`, reason: { code: 'unstorable' } };

function decodeUrlencoded(bytes: Buffer): SubmittedValues {
  if (!isUtf8(bytes)) throw new UnreadableText('The body is not valid UTF-8.');
  const text = decodeUtf8(bytes);
  if (isJsonDocument(text)) throw jsonSentAs(URLENCODED);
  const result = parseUrlencoded(text);
  if ('form' in result) return { encoding: 'urlencoded', form: result.form };
  if (result.error === 'too_many') throw new InvalidSubmission([tooManyFields(MAX_PAIRS)]);
  throw new UnreadableText('The body has an invalid percent-encoding.');
}

/** Decodes a form as browsers do, with replacement characters for bytes that are not UTF-8. */
const legibleFields = (bytes: Buffer): SubmittedValues => ({
  encoding: 'urlencoded',
  form: collectTexts([...new URLSearchParams(bytes.toString())].slice(0, MAX_PAIRS)),
});
