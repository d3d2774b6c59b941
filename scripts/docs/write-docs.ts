import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENTS } from './documents';

/** Writes everything that is generated from the code. A test compares the committed documents with it. */
const root = join(__dirname, '../..');
execFileSync(process.execPath, [join(root, 'embed/build.mjs')]);
for (const [path, textOf] of Object.entries(DOCUMENTS)) {
  const file = join(root, path);
  writeFileSync(file, textOf(readFileSync(file, 'utf8')));
}
