import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { ApiError } from '../api/errors/api-error';
import { attachmentDisposition, keptFileName } from '../files/file-name.rules';
import type { Chunk, RunningExport } from './export.types';

/** A file that is sent to a client. */
export interface SentFile {
  name: string;
  contentType: string;
}

/**
 * Answers a GET with the chunks, at the pace of the client, and HEAD without them. The first chunk is made before the answer begins, so that
 * its failure is answered like any other. A later one ends the connection, so that a part of a file is never taken for the whole; so does
 * the end of the right to read it, also while the client takes nothing.
 */
export async function sendFile(file: SentFile, { chunks, check }: RunningExport, request: Request, response: Response): Promise<void> {
  const headers = { 'Content-Type': file.contentType, 'Content-Disposition': attachmentDisposition(file.name) };
  if (request.method === 'HEAD') {
    response.set(headers).flushHeaders(); // otherwise Node would call it an answer of no bytes
    return void response.end();
  }
  const watch = new AbortController();
  try {
    const first = await chunks.next();
    if (response.destroyed) return; // the reader has left
    response.set(headers);
    response.setTimeout(STALL_TIMEOUT_MS, () => response.destroy());
    void endWithRight(check, watch, response);
    await pipeline(Readable.from(from(first, chunks), { objectMode: false }), response, { signal: watch.signal });
  } catch (error) {
    if (watch.signal.aborted) throw watch.signal.reason;
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error; // the reader has left
  } finally {
    watch.abort();
    await chunks.return();
  }
}

/** The name of the file of a form: `Contact 2026-11-20.csv`. */
export const fileNameOf = (formName: string, now: Date, extension: string): string =>
  keptFileName(`${formName.replace(/[/\\]/g, '-')} ${now.toISOString().slice(0, 10)}.${extension}`);

/**
 * Aborts once the check refuses, and resets the connection, so that what waits to be sent to a slow reader is not sent any more. A database
 * that is away refuses nothing: the export itself fails on it.
 */
async function endWithRight(check: () => Promise<void>, watch: AbortController, response: Response): Promise<void> {
  const end = (error: unknown): void => {
    if (!(error instanceof ApiError)) return;
    response.socket?.resetAndDestroy();
    watch.abort(error);
  };
  while (!watch.signal.aborted) {
    await pause(CHECK_MS, undefined, { ref: false });
    if (!watch.signal.aborted) await check().catch(end);
  }
}

async function* from(first: IteratorResult<Chunk, void>, chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  if (first.done) return;
  if (first.value.length > 0) yield first.value;
  for await (const chunk of chunks) if (chunk.length > 0) yield chunk;
}

/** What ends with a key ends within five seconds. */
const CHECK_MS = 2_000;

/** A reader that takes no bytes for so long is disconnected. */
const STALL_TIMEOUT_MS = 60_000;
