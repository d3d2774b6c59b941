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
 * Sends the chunks of a GET at the pace of the client; HEAD gets only the headers. The first chunk is produced before the response begins,
 * so that its failure is answered like any other error. A later failure closes the connection, and so does the end of the right to read,
 * even while the client reads nothing.
 */
export async function sendFile(file: SentFile, { chunks, check }: RunningExport, request: Request, response: Response): Promise<void> {
  const headers = { 'Content-Type': file.contentType, 'Content-Disposition': attachmentDisposition(file.name) };
  if (request.method === 'HEAD') {
    response.set(headers).flushHeaders(); // otherwise Node would announce an empty body
    return void response.end();
  }
  try {
    const first = await chunks.next();
    if (response.destroyed) return; // the client has disconnected
    response.set(headers);
    await sendWhileAllowed(Readable.from(from(first, chunks), { objectMode: false }), response, check);
  } finally {
    await chunks.return();
  }
}

export const fileNameOf = (formName: string, now: Date, extension: string): string =>
  keptFileName(`${formName.replace(/[/\\]/g, '-')} ${now.toISOString().slice(0, 10)}.${extension}`);

async function* from(first: IteratorResult<Chunk, void>, chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  if (first.done) return;
  if (first.value.length > 0) yield first.value;
  for await (const chunk of chunks) if (chunk.length > 0) yield chunk;
}
