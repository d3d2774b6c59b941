import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zipOf } from '../../src/exports/zip';
import { zipPathOf } from '../../src/exports/zip-entry-name.rules';
import { newId } from '../../src/platform/ids.rules';
import { atEnd } from '../support/at-end';

const hasProgram = (name: string): boolean => process.env['PATH']!.split(delimiter).some((folder) => existsSync(join(folder, name)));

/** Names that systems refuse, cut, read in another way or take for the same one. */
const NAMES: string[] = [
  ...[
    'CON',
    'con.txt',
    'NUL',
    'nul.pdf',
    'COM1',
    'LPT9.docx',
    'AUX',
    'PRN',
    'COM¹',
    'CONIN$',
    '.',
    '..',
    '...',
    ' ',
    '',
    '~',
    '-rf',
    '--help',
  ],
  ...[
    'a:b.txt',
    'a|b',
    'a?b*c',
    '<a>',
    '"a"',
    "a'b",
    'a/b',
    '/etc/passwd',
    '../../up.txt',
    'C:\\x.txt',
    'a\\b',
    'a\nb',
    'a\0b',
    'a\rb',
    'a\tb',
    '\u007f',
    '\u0085',
  ],
  ...[
    'end.',
    'end ',
    'end. .',
    ' start',
    '.hidden',
    '.a.b',
    'a..b',
    'x.tar.gz',
    'É.txt',
    'E\u0301.txt',
    'ß',
    'ẞ',
    'İ',
    'ı',
    'ﬁ',
    'Ａ',
    'ǆ',
  ],
  ...[
    'я'.repeat(140),
    '語'.repeat(300),
    '😀'.repeat(90),
    'x'.repeat(1000),
    `${'ä'.repeat(200)}.pdf`,
    `a.${'x'.repeat(300)}`,
    'e\u0301'.repeat(400),
  ],
  ...[
    '\u202efdp.exe',
    '\u200b',
    '\ufeff',
    '\ud800',
    '\udfff.txt',
    '\u0378',
    '\ufffe',
    '\uffff',
    '👨‍👩‍👧',
    'مرحبا.pdf',
    'שלום',
    'नमस्ते',
    '%00',
    '%2e%2e',
    '$(id)',
    '`id`',
    '*',
    '!',
  ],
  ...Array.from({ length: 160 }, (_, n) => String.fromCodePoint(0x20 + n * 71, 0x30 + n) + '.'.repeat(n % 4)),
];

const UNPACKERS: [program: string, command: (archive: string, folder: string) => string[]][] = [
  ['unzip', (archive, folder) => ['-q', archive, '-d', folder]],
  ['python3', (archive, folder) => ['-m', 'zipfile', '-e', archive, folder]],
  ['7z', (archive, folder) => ['x', '-y', `-o${folder}`, archive]],
];

describe.each(UNPACKERS)('%s', (program, command) => {
  (hasProgram(program) ? it : it.skip).each(['C', 'C.UTF-8'])(
    'unpacks every file, whatever its name, under the locale %s',
    async (locale) => {
      const folder = await mkdtemp(join(tmpdir(), 'archive-'));
      atEnd(() => rm(folder, { recursive: true, force: true }));
      const submissionId = newId();
      const paths = NAMES.map((filename) => zipPathOf({ submissionId, id: newId(), filename }));
      const entries = paths.map((name) => ({ name, content: contentOf(name) }));
      await writeFile(join(folder, 'a.zip'), await buffer(zipOf(entries)));
      execFileSync(program, command('a.zip', 'out'), { cwd: folder, env: { ...process.env, LC_ALL: locale }, stdio: 'pipe', input: '' });
      const found = await readdir(join(folder, 'out/files', submissionId));
      expect(NAMES.length).toBeGreaterThan(200);
      expect(found.map((name) => name.slice(0, ID_LENGTH)).sort()).toEqual(
        paths.map((path) => path.split('/')[2]!.slice(0, ID_LENGTH)).sort(),
      );
      if (locale === 'C.UTF-8') expect(found.map((name) => `files/${submissionId}/${name}`).sort()).toEqual([...paths].sort());
    },
  );
});

const ID_LENGTH = 36;

async function* contentOf(name: string): AsyncGenerator<Buffer> {
  yield Buffer.from(name);
}
