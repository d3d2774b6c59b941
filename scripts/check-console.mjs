// Checks that the console stays small, and what a first visit loads smaller: node scripts/check-console.mjs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const MAX_FIRST_BYTES = 65_536; // by gzip: the page, and the files that it names
const MAX_BYTES = 155_648; // with those of views that are loaded when they are opened, 14 KB of them for people and their sessions
const folder = mkdtempSync(join(tmpdir(), 'console-size-'));
const root = fileURLToPath(new URL('..', import.meta.url));

try {
  execFileSync(process.execPath, [join(root, 'console/build.mjs'), folder], { stdio: 'inherit' });
  const files = readdirSync(folder).filter((name) => /\.(html|js|css)$/.test(name));
  const sizes = new Map(files.map((name) => [name, sizesOf(readFileSync(join(folder, name)))]));
  const size = (names, ending = '.gz') => names.reduce((sum, name) => sum + sizes.get(name)[ending], 0);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const first = files.filter((name) => name === 'index.html' || page.includes(`console/${name}`));
  const [firstBytes, bytes] = [size(first), size(files)];
  console.log(`${firstBytes} bytes by gzip in ${first.length} files at first, ${bytes} in ${files.length} files at most`);
  console.log(`${size(first, '.br')} and ${size(files, '.br')} bytes by Brotli`);
  if (first.length < 3) throw new Error('The page, its script and its style sheet are not all there.');
  if (firstBytes > MAX_FIRST_BYTES) throw new Error(`A first visit loads more than ${MAX_FIRST_BYTES} bytes. Load rare views by import().`);
  if (bytes > MAX_BYTES) throw new Error(`The console has more than ${MAX_BYTES} bytes.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

function sizesOf(content) {
  return { '.gz': gzipSync(content, { level: 9 }).length, '.br': brotliCompressSync(content).length };
}
