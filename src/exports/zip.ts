import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Chunk } from './export.types';

export interface ZipEntry {
  name: string;
  content: AsyncIterable<Chunk>;
  /** The deflate level from 1 (fastest) to 9 (smallest). */
  compressionLevel?: number;
}

/** Writes a ZIP archive of any size. Requests each entry when the one before it is written, and fails when an entry fails. */
export async function* zipOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Chunk, void, undefined> {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  let current: Readable | undefined;
  const fill = async (): Promise<void> => {
    for await (const { name, content, compressionLevel } of entries) {
      if (output.destroyed) return;
      current = Readable.from(content, { objectMode: false });
      archive.addReadStream(current, name, { compressionLevel, ...PLAIN_TIME });
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

/** Without the second time in the list of entries, for which unzip compares names that are not ASCII, and fails outside of UTF-8. */
const PLAIN_TIME = { forceDosTimestamp: true };
