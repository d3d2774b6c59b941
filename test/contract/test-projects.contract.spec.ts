import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
/** Nothing of it may decide which files are tests. */
const CHECKOUT = '/tmp/src/x-test (c++) [1]';

const { projects } = createRequire(__filename)(join(ROOT, 'jest.config.js')) as { projects: Project[] };

interface Project {
  displayName: string;
  roots: string[];
  testRegex: string;
}

const allTestFiles = ['console', 'embed', 'scripts', 'src', 'test'].flatMap((folder) =>
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
    ['npm test -- --selectProjects unit --', ['--selectProjects', 'unit', '--'], 'src/forms/settings/'],
    ['npm test --', [], 'src/forms/settings/'],
    ['npm test -- --selectProjects e2e --', ['--selectProjects', 'e2e', '--'], 'test/e2e/forms/'],
  ])('%s selects the files that are named', (_, words, path) => {
    const output = execFileSync(process.execPath, ['scripts/test.mjs', '--listTests', ...words, path], { cwd: ROOT, encoding: 'utf8' });
    const listed = output.split('\n').filter((line) => line.startsWith(ROOT));
    expect(listed).not.toEqual([]);
    expect(listed.filter((file) => !file.startsWith(join(ROOT, path)))).toEqual([]);
  });
});
