import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEnd } from '../support/at-end';

const PROGRAM = join(__dirname, '../../scripts/source-figures.mjs');
const A_FUNCTION = 'create function next_number() returns integer language sql return 1;\n';

/** Counts a source that has these files only. */
function figuresOf(files: Record<string, string>): { status: number | null; above: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'));
  atEnd(async () => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['add', '.'], { cwd: folder });
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, folder], { encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  return { status, above: lines.filter((line) => !line.startsWith('ok ')).map((line) => line.trim()) };
}

const linesOfCode = (lines: number): string => 'a();\n'.repeat(lines);

it('accepts a source at its limits, with migrations, tests and long lines of code beside it', () => {
  const files = {
    'src/main.ts': linesOfCode(51_000),
    'src/main.spec.ts': linesOfCode(10),
    'src/migrations/baseline.ts': linesOfCode(10),
    'console/src/page.ts': linesOfCode(15_000),
    'console/test/page.spec.ts': linesOfCode(10),
    'scripts/build.mjs': linesOfCode(2_400),
    'client/command/main.ts': linesOfCode(7_000),
    'client/command/main.spec.ts': linesOfCode(10),
    'src/next-number.sql': A_FUNCTION,
    'docs/guide.md': `${'x'.repeat(250)}\n\`\`\`sh\n${'x'.repeat(251)}\n\`\`\`\n`,
  };
  expect(figuresOf(files)).toEqual({ status: 0, above: [] });
});

it.each([
  ['a line too many in the service', { 'src/main.ts': linesOfCode(66_501) }, ['ABOVE  66501 of 66500 lines of the service, 1 files']],
  ['a line too many in browsers', { 'embed/src/page.ts': linesOfCode(15_001) }, ['ABOVE  15001 of 15000 lines in browsers, 1 files']],
  [
    'a line too many in what builds and tests',
    { 'scripts/build.mjs': linesOfCode(1_000), '.ci/run': linesOfCode(1_400), 'jest.config.js': linesOfCode(1) },
    ['ABOVE   2401 of 2400 lines that build and test, 3 files'],
  ],
  [
    'a line too many in the command',
    { 'client/command/main.ts': linesOfCode(7_001) },
    ['ABOVE   7001 of 7000 lines of the command, 1 files'],
  ],
  [
    'a function of the database that two files define',
    { 'src/a.sql': A_FUNCTION, 'src/migrations/b.ts': A_FUNCTION },
    ['ABOVE      1 of 0 functions of the database that are defined twice', 'next_number'],
  ],
  [
    'a line of a document with more than 250 characters',
    { 'docs/guide.md': `# Guide\n${'x'.repeat(251)}\n` },
    ['ABOVE      1 of 0 lines of documents above 250 characters', 'docs/guide.md:2 251 characters'],
  ],
])('refuses %s, and says where', (_, files, above) => {
  expect(figuresOf(files)).toEqual({ status: 1, above });
});

describe('headless comments', () => {
  it.each([
    ['src/a.ts', '/** What a run needs. */'],
    ['src/a.ts', '/**\n * Whether a run has ended,\n * with all of its steps.\n */'],
    ['src/a.ts', '  // Who has asked.'],
    ['src/a.ts', '/** When it ended; null before. */'],
    ['src/a.sql', '-- Which of them is the newest.'],
    ['deploy/service.yaml', '# How long it waits.'],
  ])('are refused in %s: %j', (file, comment) => {
    const { status, above } = figuresOf({ [file]: `${comment}\n` });
    expect(status).toBe(1);
    expect(above).toEqual(['ABOVE      1 of 0 headless comments', expect.stringMatching(`^${file}:1 `)]);
  });

  it.each([
    'What does a run need?',
    'When a run has ended, its points are released.',
    'The values that a run needs. What it has is left.',
    'What is here is in the middle of a comment.',
  ])('are no questions, sentences or later lines: %j', (comment) => {
    const text = comment.endsWith('comment.') ? `// The first line\n// ${comment}\n` : `/** ${comment} */\n`;
    expect(figuresOf({ 'src/a.ts': text })).toEqual({ status: 0, above: [] });
  });
});
