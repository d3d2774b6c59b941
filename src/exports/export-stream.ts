import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { sendWhileAllowed } from '../api/operation/still-allowed';
import { attachmentDisposition, keptFileName } from '../files/file-name.rules';
import type { Chunk, RunningExport } from './export.types';

export interface SentFile {
  name: string;
  contentType: string;
}

/**
 * Answers a GET with the chunks, at the pace of the client, and HEAD without them. The first chunk is made before the answer begins, so that
 * its failure is answered like any other. A later one ends the connection; so does the end of the right to read it, also while the client
 * takes nothing.
 */
export async function sendFile(file: SentFile, { chunks, check }: RunningExport, request: Request, response: Response): Promise<void> {
  const headers = { 'Content-Type': file.contentType, 'Content-Disposition': attachmentDisposition(file.name) };
  if (request.method === 'HEAD') {
    response.set(headers).flushHeaders(); // otherwise Node would call it an answer of no bytes
    return void response.end();
  }
  try {
    const first = await chunks.next();
    if (response.destroyed) return; // the reader has left
    response.set(headers);
    await sendWhileAllowed(Readable.from(from(first, chunks), { objectMode: false }), response, check);
  } finally {
    await chunks.return();
  }
}

/** The name of the file of a form: `Contact 2026-11-20.csv`. */
export const fileNameOf = (formName: string, now: Date, extension: string): string =>
  keptFileName(`${formName.replace(/[/\\]/g, '-')} ${now.toISOString().slice(0, 10)}.${extension}`);

async function* from(first: IteratorResult<Chunk, void>, chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  if (first.done) return;
  if (first.value.length > 0) yield first.value;
  for await (const chunk of chunks) if (chunk.length > 0) yield chunk;
}
