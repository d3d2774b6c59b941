// Checks the package of the client as its users get it: node scripts/check-client.mjs. It uses no network.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { checkCommand } from './check-command.mjs';

const MAX_GZIPPED_BYTES = 12_288;
const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'client');
const folder = mkdtempSync(join(tmpdir(), 'client-package-'));

try {
  const file = pack();
  run(root, 'publint', file);
  run(root, '@arethetypeswrong/cli', file, '--profile', 'esm-only', '--no-emoji');
  const project = installed(file);
  const names = `import * as client from 'form-collection-client'; console.log(Object.keys(client).sort().join());`;
  console.log(`Node ${process.version} imports ${node(project, '--input-type=module', '--eval', names).trim()}`);
  compile(project);
  const bytes = bundledBytes(project);
  console.log(`${bytes} bytes gzipped for a browser`);
  if (bytes > MAX_GZIPPED_BYTES) throw new Error(`The client has more than ${MAX_GZIPPED_BYTES} bytes`);
  checkCommand(project);
} catch (error) {
  console.error(error.stdout ? `${error.stdout}${error.stderr}` : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** The package file. It is made of a copy, so that checks that run at the same time do not meet. */
function pack() {
  const copy = join(folder, 'source');
  cpSync(source, copy, { recursive: true, filter: (path) => !/\/(?:dist|node_modules)$/.test(path) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  run(copy, 'typescript', '-p', '.');
  node(root, 'scripts/build-command.mjs', join(copy, 'dist'));
  const [{ filename }] = JSON.parse(npm(copy, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder));
  rmSync(join(folder, 'node_modules'));
  return join(folder, filename);
}

/** An empty project with nothing but the package in it. */
function installed(file) {
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"name": "project", "private": true, "type": "module"}');
  npm(project, 'install', '--offline', '--no-audit', '--no-fund', file);
  return project;
}

/** Compiles the examples of the README and right and wrong use, without the types of browsers, and then with them. */
function compile(project) {
  const readme = readFileSync(join(source, 'README.md'), 'utf8');
  for (const [, name, code] of readme.matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm)) writeFileSync(join(project, `example-${name}.ts`), code);
  cpSync(join(source, 'type-tests.ts'), join(project, 'type-tests.ts'));
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types']) symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  for (const lib of [['es2023'], ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable']]) {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
    };
    Object.assign(compilerOptions, { module: 'nodenext', target: 'es2023', lib, types: ['node'], skipLibCheck: false });
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    run(project, 'typescript', '-p', '.');
  }
}

function bundledBytes(project) {
  const stdin = { contents: `export * from 'form-collection-client';`, resolveDir: project };
  const options = { bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', target: 'es2022' };
  return gzipSync(buildSync({ stdin, ...options }).outputFiles[0].contents, { level: 9 }).length;
}

/** Runs the program of an installed package. */
function run(cwd, name, ...words) {
  const { bin } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  const script = typeof bin === 'string' ? bin : (bin[name === 'typescript' ? 'tsc' : name] ?? Object.values(bin)[0]);
  return node(cwd, join(root, 'node_modules', name, script), ...words);
}

function npm(cwd, ...words) {
  return execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function node(cwd, ...words) {
  return execFileSync(process.execPath, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
