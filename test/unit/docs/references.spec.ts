import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LANGUAGES } from '../../../src/forms/languages.types';
import { SETTINGS } from '../../../src/platform/config/settings';

const ROOT = join(__dirname, '../../..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));

const FOLDERS = ['client', 'console', 'embed', 'src', 'test', 'lab', 'scripts', 'docs', 'deploy', '.ci'];
const FILES = [...FOLDERS.flatMap(filesBelow), ...readdirSync(ROOT)];
const DOCUMENTS = FILES.filter(
  (file) => file.endsWith('.md') && !/^(CHANGELOG\.md|lab\/(bench|chaos)\/results\/|lab\/nightly\/)/.test(file),
);
const CODE = FILES.filter(
  (file) => /^(src|client\/command|lab|deploy|Dockerfile|docker-compose)/.test(file) && /\.(ts|mjs|ya?ml|js)$/.test(file),
)
  .map(textOf)
  .join('\n');
const PACKAGE = JSON.parse(textOf('package.json')) as Record<'scripts' | 'dependencies' | 'optionalDependencies', Record<string, string>>;
const PAGE = JSON.parse(textOf('console/package.json')) as Record<'scripts', Record<string, string>>;

/** The texts that may define a name. */
const SOURCE = FILES.filter((file) => /\.(ts|mjs|cjs|sql|json|ya?ml|liquid)$/.test(file) && !file.includes('node_modules'))
  .map(textOf)
  .join('\n');

/** Names of PostgreSQL, systemd, Nest and other packages. */
const OF_OTHERS = [
  ...['pg_dump', 'pg_upgrade', 'pg_restore', 'max_standby_streaming_delay', 'maximum_lag_on_failover', 'ExecStart', 'TimeoutStopSec'],
  ...['EntityManager', 'createApplication', 'enableImplicitConversion', 'forwardRef', 'setDefaultBackendFactory'],
  ...['auto_explain', 'log_nested_statements'],
];

/** In snippets. */
const PLACEHOLDER = 'FORM_ID';

/** A path or, with an asterisk for any name, a pattern of paths. */
const isThere = (path: string): boolean => {
  const pattern = path.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const matching = new RegExp(`^${pattern.join('[^/]*')}(/|$)`);
  return FILES.some((file) => matching.test(file));
};

const found = (file: string, pattern: RegExp): string[] => [...textOf(file).matchAll(pattern)].map((match) => match[1] ?? '');

describe.each(DOCUMENTS)('%s', (file) => {
  it('names only paths that exist', () => {
    const paths = found(file, /(?<![\w/.-])((?:src|client|console|embed|test|lab|scripts|docs|deploy|\.ci)\/[\w./*-]*[\w*])/g);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    const links = found(file, /\]\((?!https?:|mailto:|<)([^)\s]+)\)/g);
    expect(links.filter((link) => !leadsSomewhere(file, link))).toEqual([]);
  });

  it('names only npm scripts that exist', () => {
    const names = found(file, /npm run (?:--?[\w-]+ )*([a-z][\w:-]*)/g);
    expect(names.filter((name) => !(name in PACKAGE.scripts) && !(name in PAGE.scripts))).toEqual([]);
  });

  it('names only commands that exist', () => {
    const names = found(file, /npm run (?:--silent )?cli -- ([a-z][\w-]*)/g);
    expect(names.filter((name) => !CODE.includes(`.command('${name}'`))).toEqual([]);
  });

  it('names only options of commands that exist', () => {
    const calls = found(file, /npm run (?:--silent )?cli -- ([^`\n|#]*)/g);
    const options = calls.flatMap((call) => call.match(/--[a-z][a-z-]*/g) ?? []).filter((option) => option !== '--help');
    expect(options.filter((option) => !new RegExp(`'${option}[ ']`).test(CODE))).toEqual([]);
  });

  it('names only files that exist, also without their folder', () => {
    const names = found(file, /`([\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|cjs|sql))`/g);
    expect(names.filter((name) => !FILES.some((path) => path.endsWith(`/${name}`) || path === name))).toEqual([]);
  });

  it('names only classes, functions, tables and members that exist', () => {
    const names = found(file, /`([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[a-z]+(?:_[a-z]+)+)(?:\(\))?`/g);
    const isKnown = (name: string) => OF_OTHERS.includes(name) || new RegExp(`\\b${name}\\b`).test(SOURCE);
    expect([...new Set(names)].filter((name) => !isKnown(name))).toEqual([]);
  });

  it('names only settings and constants that exist', () => {
    const names = found(file, /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g);
    const recipes = found(file, /^```yaml (\S+\n[\s\S]*?)^```$/gm).join(''); // which readers copy, and whose variables the text explains
    const isKnown = (name: string) => name in SETTINGS || name === PLACEHOLDER || new RegExp(`\\b${name}\\b`).test(CODE + recipes);
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });
});

function leadsSomewhere(file: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  if (!existsSync(join(ROOT, target))) return false;
  return heading === undefined || !target.endsWith('.md') || headingsOf(target).includes(heading);
}

/** As in the addresses that GitHub makes of headings. */
const headingsOf = (file: string): string[] =>
  found(file, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

it('the decisions are numbered without a gap', () => {
  const numbers = readdirSync(join(ROOT, 'docs/adr')).map((name) => Number(name.slice(0, 4)));
  expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
});

it('decisions that are not withdrawn have their context, their decision and its drawbacks', () => {
  const decisions = readdirSync(join(ROOT, 'docs/adr')).map((name) => ({ name, text: textOf(`docs/adr/${name}`) }));
  const holding = decisions.filter(({ text }) => !text.includes('\nStatus: withdrawn\n'));
  const isWhole = (text: string) => ['Context', 'Decision', 'Drawbacks'].every((heading) => text.includes(`\n## ${heading}\n`));
  expect(holding.filter(({ text }) => !isWhole(text) || text.includes('\nStatus:')).map(({ name }) => name)).toEqual([]);
});

it('ADR 2 has the ladder that is enforced', () => {
  const enforced = /const ladder = \[([^\]]*)\]/.exec(textOf('.dependency-cruiser.cjs'))![1]!.match(/[\w-]+/g)!;
  expect(textOf('docs/adr/0002-modules-and-imports.md')).toContain(`\`${enforced.join(' < ')}\``);
});

it('ADR 17 names every package that the service needs', () => {
  const decision = textOf('docs/adr/0017-libraries.md').toLowerCase();
  const names = [PACKAGE.dependencies, PACKAGE.optionalDependencies].flatMap((each) => Object.keys(each));
  const isGiven = (name: string) => name.startsWith('@nestjs/'); // with NestJS
  const isNamed = (name: string) => decision.includes(name.replace(/^(@opentelemetry\/).*/, '$1'));
  expect(names.filter((name) => !isGiven(name) && !isNamed(name))).toEqual([]);
});

describe('ADR 31', () => {
  const decision = textOf('docs/adr/0031-where-typeorm-serves.md');
  const repositories = FILES.filter((file) => /^src\/(submissions|intake|exports|erasures|notifications)\/.*\.repository\.ts$/.test(file));

  it('names every repository of the domains of submissions that sends SQL', () => {
    const sending = repositories.filter((file) => /\.query(?:One|Planned)?[<(]/.test(textOf(file))).map((file) => basename(file));
    expect(sending.filter((name) => !decision.includes(`\`${name}\``))).toEqual([]);
  });

  it('names only methods that these repositories have', () => {
    const named = [...decision.matchAll(/`([\w-]+\.repository\.ts)` \(([^)]*)\)/g)].flatMap(([, file, methods]) =>
      [...methods!.matchAll(/`(\w+)`/g)].map(([, method]) => ({ file: FILES.find((path) => basename(path) === file)!, method: method! })),
    );
    expect(named.filter(({ file, method }) => !new RegExp(`^  (?:async )?${method}\\(`, 'm').test(textOf(file)))).toEqual([]);
  });
});

const count = (file: string, pattern: RegExp): number => textOf(file).match(pattern)?.length ?? 0;
const inWords = (number: number): string =>
  ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'][number] ?? '';

it.each([
  ['README.md', /in (\w+) languages/, LANGUAGES.length],
  ['docs/adr/0005-order-of-refusals.md', /(\w+) guards are global/, found('src/api.module.ts', /GUARDS = \[(.*)\]/g)[0]!.split(',').length],
  ['docs/adr/0021-store-of-files.md', /`ObjectStore` has (\w+) methods/, count('src/platform/storage/object-store.ts', /^ {2}abstract /gm)],
  ['docs/adr/0039-the-page-of-the-console.md', /has (\w+) views/, count('console/src/routes.ts', /^ {2}'\//gm)],
])('%s counts right: %s', (file, words, number) => {
  expect(words.exec(textOf(file))?.[1]?.toLowerCase()).toBe(inWords(number));
});

it.each([
  ['docs/adr/0003-embedded-postgresql.md', /About (\d+) lines/, /^src\/embedded-postgres\/.*(?<!\.spec|\.fixture)\.ts$/],
  ['docs/adr/0011-one-validation.md', /About (\d+) lines/, /^src\/api\/validation\/(validate-dto|dto-members)\.rules\.ts$/],
  ['docs/adr/0032-the-typed-client.md', /About (\d+) lines/, /^client\/src\/[^/]*\.ts$/],
])('%s tells about how many lines there are: %s', (file, words, files) => {
  const lines = FILES.filter((path) => files.test(path)).reduce((sum, path) => sum + count(path, /\n/g), 0);
  const told = Number(words.exec(textOf(file))![1]);
  expect(lines).toBeGreaterThan(told * 0.85);
  expect(lines).toBeLessThan(told * 1.15);
});

it.each([
  ['lab/bench/README.md', 'lab/bench/run.mjs', /const CASES = \{([^}]*)\}/, /(?:^|,) (\w+)/g],
  ['lab/chaos/README.md', 'lab/chaos/provocations/provocations.mjs', /PROVOCATIONS = \{([\s\S]*?)^\};/m, /^ {2}'([\w-]+)'/gm],
])('%s has an entry for each of %s', (document, code, list, entry) => {
  const names = [...list.exec(textOf(code))![1]!.matchAll(entry)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !new RegExp(`^- \`${name}\``, 'm').test(textOf(document)))).toEqual([]);
});

it('ADR 2 names the kinds of files that are pure', () => {
  const suffixes = /\\\\\.\(([\w|]+)\)/.exec(textOf('.dependency-cruiser.cjs'))![1]!.split('|');
  const decision = textOf('docs/adr/0002-modules-and-imports.md');
  expect(suffixes.filter((suffix) => !decision.includes(`\`*.${suffix}.ts\``))).toEqual([]);
});

describe('the map of the code in README.md', () => {
  const [map = ''] = found('README.md', /```text\n(src\/\n[\s\S]*?)```/g);

  it('contains every folder of src', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).filter((name) => !map.includes(`  ${name}/`))).toEqual([]);
  });

  it('contains no folder and no file that does not exist', () => {
    expect(pathsIn(map).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

/** The paths of a tree of folders, which the indentation shows; explanations begin at a column. */
function pathsIn(tree: string): string[] {
  const parents: string[] = [];
  return tree
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const depth = /^ */.exec(line)![0].length / 2;
      const names = line.slice(0, EXPLANATIONS).trim().split(/ +/);
      const paths = names.map((name) => join(...parents.slice(0, depth), name));
      parents[depth] = names[0]!;
      return paths;
    });
}

const EXPLANATIONS = 38;
