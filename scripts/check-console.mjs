// Checks that the console stays small: node scripts/check-console.mjs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const MAX_GZIPPED_BYTES = 81_920;
const folder = mkdtempSync(join(tmpdir(), 'console-size-'));
const root = fileURLToPath(new URL('..', import.meta.url));

try {
  execFileSync(process.execPath, ['src/console/page/build.mjs', folder], { cwd: root, stdio: 'inherit' });
  const files = readdirSync(folder).filter((name) => /\.(html|js|css)$/.test(name));
  const sizes = files.map((name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${files.map((name, index) => `${name} ${sizes[index]}`).join(', ')}: ${total} bytes gzipped`);
  if (files.length < 3) throw new Error('The page, its script and its style sheet are not all there.');
  if (total > MAX_GZIPPED_BYTES) throw new Error(`The console has more than ${MAX_GZIPPED_BYTES} bytes.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
