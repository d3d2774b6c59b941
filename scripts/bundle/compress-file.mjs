import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const CODINGS = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) };
/** The highest levels: 11 is what Brotli has by default. */
const OPTIONS = { level: 9, params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };

/** Writes a file that browsers load in each coding, with its ending, beside it or into another folder. Returns the sizes by these endings. */
export async function compressFile(file, folder = dirname(file)) {
  await mkdir(folder, { recursive: true });
  const content = await readFile(file);
  const write = async ([ending, compress]) => {
    const compressed = await compress(content, OPTIONS);
    await writeFile(join(folder, basename(file) + ending), compressed);
    return [ending, compressed.length];
  };
  return Object.fromEntries(await Promise.all(Object.entries(CODINGS).map(write)));
}
