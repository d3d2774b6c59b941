import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { atEnd } from '../support/at-end';

const ROOT = join(__dirname, '../..');
const { projects } = createRequire(__filename)(join(ROOT, 'jest.config.js')) as { projects: { displayName: string }[] };

let checkout: string;

beforeAll(() => {
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')));
  atEnd(() => rmSync(temporary, { recursive: true }));
  checkout = join(temporary, 'src', 'x-test (c++) [1]');
  for (const name of ['jest.config.js', 'package.json', 'scripts', 'src', 'test'])
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
});

/** The paths below the checkout of the files that a command for tests selects. */
async function filesOf(program: string, ...parameters: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(program, [...parameters, '--listTests', '--json'], { cwd: checkout });
  const [list = ''] = /^\[.*\]$/m.exec(stdout) ?? [];
  return (JSON.parse(list) as string[]).map((path) => relative(checkout, path)).sort();
}

const allTestFiles = () =>
  ['scripts', 'src', 'test'].flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => join(folder, name)),
  );

describe('in a checkout whose path contains a folder "src", the word "test" and signs of patterns', () => {
  it('each test file belongs to one project of Jest', async () => {
    const jest = join('node_modules', 'jest', 'bin', 'jest.js');
    const lists = await Promise.all(
      projects.map(({ displayName }) => filesOf(process.execPath, jest, '--selectProjects', displayName)),
    );
    expect(lists.flat().sort()).toEqual(allTestFiles().sort());
  });

  it.each([
    ['test:unit', 'src/forms/settings/'],
    ['test', 'src/forms/settings/'],
    ['test:e2e', 'test/e2e/forms/'],
  ])('npm run %s selects the files that are named', async (script, path) => {
    const files = await filesOf('npm', 'run', '--silent', script, '--', path);
    expect(files).toEqual(
      allTestFiles()
        .filter((name) => name.includes(path))
        .sort(),
    );
  });
});
