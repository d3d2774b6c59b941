import { open } from 'node:fs/promises';
import { atEnd } from '../../support/at-end.mjs';

/** An append-only file of JSON lines. A line is durable when `append` has resolved; lines that arrive meanwhile share the next flush. */
export async function openJournal(file) {
  const handle = await open(file, 'a');
  atEnd(() => handle.close());
  let lines = [];
  let flushing = null;
  const flush = async () => {
    const text = lines.join('');
    lines = [];
    await handle.appendFile(text);
    await handle.datasync();
  };
  return {
    append: async (entry) => {
      lines.push(`${JSON.stringify(entry)}\n`);
      await flushing; // the flush in progress does not contain this line
      flushing ??= flush().finally(() => (flushing = null));
      await flushing;
    },
  };
}
