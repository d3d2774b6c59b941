import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { specsOf } from '../support/together';

const ROOT = join(__dirname, '../..');
/** Nothing of it may decide which files are tests. */
const CHECKOUT = '/tmp/src/x-test (c++) [1]';

interface Project {
  displayName: string;
  roots: string[];
  testRegex: string;
}

const { projects } = jest.requireActual<{ projects: Project[] }>('../../jest.config.js');

const allTestFiles = ['client/command', 'console', 'embed', 'src', 'test'].flatMap((folder) =>
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
    ['npx jest --selectProjects unit --', 'src/forms/settings/'],
    ['npx jest --selectProjects e2e --', 'test/e2e/forms/'],
    ['npx jest', 'test/e2e/forms/'],
  ])('%s selects the files that are named', (command, path) => {
    const [program, ...words] = `${command.replace('npx jest', '$& --listTests')} ${path}`.split(' ');
    const output = execFileSync(program!, words, { cwd: ROOT, encoding: 'utf8' });
    const listed = output.split('\n').filter((line) => line.startsWith(ROOT));
    expect(listed).not.toEqual([]);
    expect(listed.filter((file) => !file.startsWith(join(ROOT, path)))).toEqual([]);
  });
});

it.each(readdirSync(join(ROOT, 'test/together')))('npm test runs each file of the project %s once, together with others', (name) => {
  const taken: string[] = [];
  jest.doMock('../support/together', () => ({
    together: (...what: Parameters<typeof specsOf>) => taken.push(...specsOf(...what)),
  }));
  const folder = join(ROOT, 'test/together', name);
  jest.isolateModules(() => readdirSync(folder).forEach((file) => jest.requireActual(join(folder, file))));
  const project = projects.find(({ displayName }) => displayName === name)!;
  expect(taken.sort()).toEqual(allTestFiles.filter((file) => has(project, file)).sort());
});
