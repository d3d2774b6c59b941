import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildArgv } from 'jest';

const ROOT = join(__dirname, '../..');
/** Nothing of it may decide which files are tests. */
const CHECKOUT = '/tmp/src/x-test (c++) [1]';

const { projects } = createRequire(__filename)(join(ROOT, 'jest.config.js')) as { projects: Project[] };
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

interface Project {
  displayName: string;
  roots: string[];
  testRegex: string;
}

const allTestFiles = ['scripts', 'src', 'test'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => join(folder, name)),
);

const has = ({ roots, testRegex }: Project, file: string): boolean => {
  const path = join(CHECKOUT, file);
  return roots.some((root) => path.startsWith(`${root.replace('<rootDir>', CHECKOUT)}/`)) && new RegExp(testRegex).test(path);
};

describe('in a checkout whose path contains a folder "src", the word "test" and signs of patterns', () => {
  it('each test file belongs to one project of Jest', () => {
    const projectsOf = (file: string) => projects.filter((project) => has(project, file));
    expect(allTestFiles.filter((file) => projectsOf(file).length !== 1)).toEqual([]);
  });

  it.each([
    ['test:unit', 'src/forms/settings/'],
    ['test', 'src/forms/settings/'],
    ['test:e2e', 'test/e2e/forms/'],
  ])('npm run %s selects the files that are named', async (script, path) => {
    const [, ...words] = scripts[script]!.split(' ');
    const { _: patterns, selectProjects } = await buildArgv([...words, path]);
    expect(patterns).toEqual([path]);
    const selected = projects.filter(({ displayName }) => selectProjects!.includes(displayName));
    const named = allTestFiles.filter((file) => file.startsWith(path));
    expect(named.filter((file) => selected.some((project) => has(project, file)))).not.toEqual([]);
  });
});
