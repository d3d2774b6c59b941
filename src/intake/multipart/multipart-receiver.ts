import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import busboy from 'busboy';
import { format as formatType, parse as parseType } from 'content-type';
import type { Request } from 'express';
import { incompleteBody, refuseContentCoding } from '../../api/body/body-reader';
import { type Config, CONFIG } from '../../platform/config/config';
import type { ReceivedFile } from '../../files/submission-file.entity';
import { fieldNameOf } from '../../fields/values/form-encoding.rules';
import { MAX_SENT_NAMES } from '../../fields/values/submitted-fields.rules';
import { MissingBoundary, UnreadableText } from '../intake-errors';
import { type MeteredBody, withMeteredBody } from './metered-body';
import * as errors from './multipart-errors';
import { MAX_TEXT_BYTES } from './multipart-errors';
import { PartCounter, RecentBytes } from './multipart-parts';
import { UploadBudget } from './upload-budget';
import { UploadFolders } from './upload-folders';
import { UploadRoom } from './upload-room';
import { UploadStorage } from './upload-storage';

type Pair = [name: string, text: string];

export interface MultipartBody {
  texts: Pair[];
  /** The names of file inputs without a file. */
  emptyInputs: string[];
  files: ReceivedFile[];
  remove(): Promise<void>;
}

@Injectable()
export class MultipartReceiver {
  constructor(
    private readonly folders: UploadFolders,
    private readonly budget: UploadBudget,
    private readonly room: UploadRoom,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Throws 400, 408, 413, 415, 422 or 503, and leaves no file behind then. `keep` gets the other values of a body with refused files or
   * characters.
   */
  async receive(request: Request, keep?: (sent: Omit<MultipartBody, 'remove'>) => void): Promise<MultipartBody> {
    const { uploads } = this.config;
    refuseContentCoding(request);
    const boundary = boundaryOf(request);
    if (!boundary) throw new MissingBoundary();
    const maxBytes = uploads.maxTotalBytes + MAX_TEXT_BYTES;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw errors.filesTooLarge(uploads.maxTotalBytes);
    const disk = {
      createFolder: () => this.folders.create(),
      share: this.budget.open(request),
      requireReserve: () => this.room.requireReserve(),
    };
    const storage = new UploadStorage(disk, uploads, keep !== undefined);
    try {
      if (!hasBody(request)) throw incompleteBody();
      const read = await withMeteredBody(request, { ...PACE, maxBytes }, (body) => parse(body, boundary, storage));
      const { files, refusal } = storage;
      if (refusal) keep?.({ ...read, files });
      if (refusal) throw refusal;
      return { ...read, files, remove: () => storage.remove() };
    } catch (error) {
      await storage.remove();
      throw errors.refusalOf(error);
    }
  }
}

/** At least 16 KiB a second on average over every 30 seconds, and at most 30 minutes in total. */
const PACE = { windowMs: 30_000, minBytesPerWindow: 30 * 16 * 1024, totalMs: 30 * 60 * 1000 };

const hasBody = ({ headers }: Request): boolean => headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

const boundaryOf = ({ headers }: Request): string | undefined => parseType(headers['content-type']!).parameters['boundary'];

type Read = Pick<MultipartBody, 'texts' | 'emptyInputs'>;

/**
 * The parser gets the boundary only, since it rejects parameters that other encodings accept, such as `charset= utf-8`. A failure destroys
 * the parser, which ends the pipeline and the current file. Later errors of the same chunk are ignored.
 */
async function parse(body: MeteredBody, boundary: string, storage: UploadStorage): Promise<Read> {
  const texts: Pair[] = [];
  const emptyInputs: string[] = [];
  const type = formatType({ type: 'multipart/form-data', parameters: { boundary } });
  const parser = busboy({ headers: { 'content-type': type }, limits: LIMITS, defParamCharset: 'utf8' });
  const fail = (error: Error): void => void parser.destroy(error);
  const recent = new RecentBytes(boundary, MAX_TEXT_BYTES);
  const parts = new PartCounter(boundary);
  let readParts = 0;
  let textBytes = 0;
  body.on('data', (chunk: Buffer) => {
    recent.push(chunk);
    parts.push(chunk);
  });
  parser.on('error', () => undefined); // without a listener an error after the end of the pipeline would end the process
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => fail(errors.tooManyParts()));
  parser.on('field', (name, text, { valueTruncated }) => {
    readParts += 1;
    if (name !== undefined && valueTruncated) return fail(errors.tooMuchText());
    if (name === undefined || name.length > MAX_TEXT_NAME_LENGTH) return fail(errors.invalidName());
    if (text === undefined) return fail(errors.unknownCharset());
    textBytes += Buffer.byteLength(name) + Buffer.byteLength(text);
    if (textBytes > MAX_TEXT_BYTES) fail(errors.tooMuchText());
    else if (!storage.refusal && text.includes(REPLACEMENT) && !recent.takePart(text) && !storage.refuse(notUtf8())) fail(notUtf8());
    else texts.push([unescaped(name), text]);
  });
  parser.on('file', (name, content, { filename }) => {
    readParts += 1;
    content.on('error', () => undefined); // without a listener an error of the parser would end the process
    if (!name || (filename && name.length > MAX_NAME_LENGTH)) fail(errors.invalidName());
    else if (!filename) {
      emptyInputs.push(fieldNameOf(unescaped(name)));
      content.once('data', () => fail(errors.namelessFile()));
    } else if (!parser.destroyed) storage.store(unescaped(name), unescaped(filename), content, fail);
  });
  await pipeline(body, parser);
  if (parts.count > readParts) throw errors.unreadablePart();
  await storage.stored();
  return { texts, emptyInputs };
}

/** Exceeds the texts and files that a form can have. `UploadStorage` counts and measures files. */
const LIMITS = {
  fields: MAX_SENT_NAMES,
  files: MAX_SENT_NAMES + 10,
  parts: MAX_SENT_NAMES + 11,
  fieldSize: MAX_TEXT_BYTES + 1,
};

/** The longest name of a text. Intake tells names that are longer than it keeps; those of files are fields of the form. */
const MAX_TEXT_NAME_LENGTH = 2000;
const MAX_NAME_LENGTH = 100;

/** Browsers escape these three characters, and no %, in names of files and fields (HTML, multipart/form-data encoding). */
const unescaped = (name: string): string => name.replace(/%(?:0A|0D|22)/gi, decodeURIComponent);

/** The parser replaces bytes that are not UTF-8 by this character, which visitors may also have typed. */
const REPLACEMENT = '\ufffd';

const notUtf8 = (): UnreadableText => new UnreadableText('A text in the body is not valid UTF-8.');
