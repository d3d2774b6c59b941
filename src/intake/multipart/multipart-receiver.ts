import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { parse as parseType } from 'content-type';
import multer from 'multer';
import { incompleteBody, refuseContentCoding, sendContinue } from '../../api/body/body-reader';
import { ApiError } from '../../api/errors/api-error';
import { type Config, CONFIG } from '../../platform/config/config';
import type { ReceivedFile } from '../../files/submission-file.entity';
import { MAX_SUBMITTED_FIELDS } from '../../fields/values/submitted-fields.rules';
import { UnreadableText } from '../intake-errors';
import { MeteredBody } from './metered-body';
import { filesTooLarge, malformedMultipart, MAX_TEXT_BYTES, refusalOf, tooMuchText } from './multipart-errors';
import { RecentBytes } from './recent-bytes';
import { UploadFolders } from './upload-folders';
import { UploadStorage } from './upload-storage';

type Pair = [name: string, text: string];

/** A multipart body that has arrived as a whole. */
export interface MultipartBody {
  /** In the order in which they were sent. */
  texts: Pair[];
  files: ReceivedFile[];
  /** Removes the temporary files. */
  remove(): Promise<void>;
}

/** Receives multipart/form-data with its files in temporary folders. */
@Injectable()
export class MultipartReceiver {
  constructor(
    private readonly folders: UploadFolders,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Throws 400, 408, 413, 415, 422 or 503, and leaves no file behind then. With `keep` a body whose files or characters are refused is read
   * to its end, and everything else that was sent is kept before the refusal is thrown.
   */
  async receive(request: Request, keep?: (sent: Pick<MultipartBody, 'texts' | 'files'>) => void): Promise<MultipartBody> {
    const { uploads } = this.config;
    refuseContentCoding(request);
    if (hasEmptyBoundary(request)) throw malformedMultipart();
    const maxBytes = uploads.maxTotalBytes + MAX_TEXT_BYTES;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw filesTooLarge(uploads.maxTotalBytes);
    try {
      const storage = new UploadStorage(() => this.folders.create(), uploads, keep !== undefined);
      const texts = await receiveInto(storage, request, maxBytes, keep);
      return { texts, files: storage.files, remove: () => storage.remove() };
    } catch (error) {
      throw refusalOf(error);
    }
  }
}

async function receiveInto(
  storage: UploadStorage,
  request: Request,
  maxBytes: number,
  keep: Parameters<MultipartReceiver['receive']>[1],
): Promise<Pair[]> {
  try {
    const texts = await parse(request, new MeteredBody(request, { ...PACE, maxBytes }), storage);
    if (storage.refusal === null) return texts;
    keep?.({ texts, files: storage.files });
    throw storage.refusal;
  } catch (error) {
    await storage.remove();
    throw error;
  }
}

/** 16 KiB a second on average over every 30 seconds, and 30 minutes for all. */
const PACE = { windowMs: 30_000, minBytesPerWindow: 30 * 16 * 1024, totalMs: 30 * 60 * 1000 };

/**
 * The parser reads from the metered body instead of the request: Multer would read a refused request to its end before it tells of the
 * refusal, and could not tell of a stalled one at all.
 */
async function parse(request: Request, body: MeteredBody, storage: UploadStorage): Promise<Pair[]> {
  const texts: Pair[] = [];
  const streamHandler = (_: unknown, parser: Parser) => pipeThrough(body, parser, texts, storage);
  const options: Options = { storage, limits: LIMITS, defParamCharset: 'utf8', streamHandler };
  const receive = multer(options).any();
  const leave = () => void (request.complete || body.destroy(incompleteBody()));
  request.once('close', leave);
  try {
    if (request.destroyed || !hasBody(request)) throw incompleteBody();
    await new Promise<void>((resolve, reject) => {
      receive(body as unknown as Request, NO_RESPONSE, (error?: Error | string) => (error instanceof Error ? reject(error) : resolve()));
      sendContinue(request);
      request.pipe(body);
    });
    return texts;
  } finally {
    request.unpipe(body);
    request.off('close', leave);
    body.destroy();
  }
}

/**
 * Without the last two, Multer builds objects of any depth and lists of any length out of names. Files are counted and
 * measured by the storage.
 */
const LIMITS = {
  fields: MAX_SUBMITTED_FIELDS,
  files: MAX_SUBMITTED_FIELDS + 10,
  parts: MAX_SUBMITTED_FIELDS + 10,
  fieldNameSize: 100,
  fieldSize: MAX_TEXT_BYTES,
  fieldNestingDepth: 1,
  fieldArrayIndexLimit: 0,
};

/** Multer does not use the response. */
const NO_RESPONSE = null as unknown as Response;

const hasBody = ({ headers }: Request): boolean => headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

/** The parser takes it for a boundary. */
const hasEmptyBoundary = ({ headers }: Request): boolean => parseType(headers['content-type']!).parameters['boundary'] === '';

/** Members that the types of Multer lack. */
type Options = multer.Options & { streamHandler: (request: unknown, parser: Parser) => void };

/** The part of busboy's parser that is used. */
interface Parser extends NodeJS.WritableStream {
  /** `text` is undefined for a charset that the parser cannot decode. */
  on(event: 'field', listener: (name: string | undefined, text: string | undefined) => void): this;
  on(event: 'file', listener: (name: string | undefined, content: NodeJS.ReadableStream, info: { filename?: string }) => void): this;
  once(event: 'unpipe', listener: () => void): this;
}

/** Multer unpipes once it has decided, and would read the rest before it tells; the destroyed body has no rest. */
function pipeThrough(body: MeteredBody, parser: Parser, texts: Pair[], storage: UploadStorage): void {
  let textBytes = 0;
  const recent = new RecentBytes(MAX_TEXT_BYTES);
  body.on('data', (chunk: Buffer) => recent.push(chunk));
  parser.on('field', (name = '', text) => {
    if (text === undefined) return void body.destroy(unknownCharset());
    textBytes += Buffer.byteLength(name) + Buffer.byteLength(text);
    if (textBytes > MAX_TEXT_BYTES) body.destroy(tooMuchText());
    else if (text.includes(REPLACEMENT) && !recent.takePart(text) && !storage.refuse(notUtf8())) body.destroy(notUtf8());
    else texts.push([name, text]);
  });
  parser.on('file', (_name, content, { filename }) => {
    if (!filename) content.once('data', () => body.destroy(namelessFile()));
  });
  parser.once('unpipe', () => body.destroy());
  body.pipe(parser);
}

/** The parser puts it in place of bytes that are not UTF-8, so that a text would be stored that nobody sent. Visitors may also type it. */
const REPLACEMENT = '\ufffd';

const notUtf8 = (): ApiError => new UnreadableText('A text in the body is not valid UTF-8.');

const unknownCharset = (): ApiError =>
  new ApiError('malformed_request', { message: 'A text in the body has an unknown charset. Send UTF-8.' });

const namelessFile = (): ApiError => new ApiError('malformed_request', { message: 'A file in the body has no file name.' });
