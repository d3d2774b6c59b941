import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readEmbedScript } from '../../src/intake/pages/embed-script';

const folder = mkdtempSync(join(tmpdir(), 'embed-'));
const file = join(folder, 'embed.js');
execFileSync(process.execPath, [join(__dirname, '../build.mjs'), folder]);
afterAll(() => rmSync(folder, { recursive: true }));

describe('the script for other pages', () => {
  it('takes at most 8,192 bytes on the way', async () => {
    const script = readEmbedScript(file).file;
    const [gzip, br] = [await script.as('gzip'), await script.as('br')];
    expect([gunzipSync(gzip), brotliDecompressSync(br)]).toEqual([script.identity, script.identity]);
    for (const { length } of [gzip, br]) expect(length).toBeLessThanOrEqual(8192);
  });

  it('is ASCII, so that no page reads it in a wrong encoding', () => {
    expect(readEmbedScript(file).file.identity.every((byte) => byte < 128)).toBe(true);
  });

  it('is named by its content', () => {
    const { file: built, hash, integrity } = readEmbedScript(file);
    expect(createHash('sha256').update(built.identity).digest('hex')).toMatch(new RegExp(`^${hash}`));
    expect(integrity).toBe(`sha384-${createHash('sha384').update(built.identity).digest('base64')}`);
  });

  it('has its address and its integrity in the documentation ("npm run generate")', () => {
    const document = readFileSync(join(__dirname, '../../docs/embedding.md'), 'utf8');
    const script = readEmbedScript(file);
    expect(document).toContain(`/embed.${script.hash}.js`);
    expect(document).toContain(`integrity="${script.integrity}"`);
  });
});
