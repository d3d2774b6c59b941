import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Chunk } from './export.types';

export interface ZipEntry {
  name: string;
  content: AsyncIterable<Chunk>;
  /** From 1, the fastest, to 9. */
  compressionLevel?: number;
}

/** A ZIP archive of any size. An entry is asked for when the one before is written. It fails when one of them does. */
export async function* zipOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Chunk, void, undefined> {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  let current: Readable | undefined;
  const fill = async (): Promise<void> => {
    for await (const { name, content, compressionLevel } of entries) {
      if (output.destroyed) return;
      current = Readable.from(content, { objectMode: false });
      archive.addReadStream(current, name, { compressionLevel });
      await finished(current);
    }
    archive.end();
  };
  const fail = (error: Error): unknown => output.destroy(error);
  archive.on('error', fail);
  void fill().catch(fail);
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    current?.destroy();
  }
}
