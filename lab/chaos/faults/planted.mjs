import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { BUILT_FROM } from '../../../scripts/build-if-needed.mjs';
import { atEnd } from '../../support/at-end.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = fileURLToPath(new URL('planted/', import.meta.url));
const COPIED = [...BUILT_FROM, 'deploy', 'lab', 'dist', 'console/dist', 'embed/dist', 'scripts'];
/** They start the modules themselves in these builds, and not the bundle of all modules. */
const PROGRAMS = ['src/main.ts', 'src/worker.ts', 'src/cli.ts'];

/**
 * The broken builds, each as a patch of the sources. Its first lines say what is broken, which provocation shows it, or which other program
 * of this folder, and which checks have to refuse it.
 */
export function plantedFaults() {
  return readdirSync(FOLDER).map((file) => {
    const patch = join(FOLDER, file);
    const [head] = readFileSync(patch, 'utf8').split('\n--- ');
    const named = (label) => [...head.matchAll(new RegExp(`^${label}: (.+)$`, 'gm'))].map(([, text]) => text);
    const [provocation] = named('Provocation');
    const [program = 'run'] = named('Program');
    return { name: file.replace('.patch', ''), patch, program, provocation, refusedBy: named('Refused by') };
  });
}

/**
 * Builds a copy of the project with a patch, and resolves with its folder. Only the files that the patch changes are compiled, each for
 * itself, as the compiler does for all files; types are not checked. SQL is copied. Throws when the patch does not apply any more.
 */
export async function buildWith(patch) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'forms-planted-')));
  chmodSync(folder, 0o711); // the run keeps its files in it, with a database that may run as another user
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const git = (...parameters) =>
    execFileSync('git', ['apply', ...parameters, patch], {
      cwd: folder,
      env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) },
      encoding: 'utf8',
    });
  git();
  const changed = git('--numstat')
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[2]);
  for (const file of [...changed, ...PROGRAMS]) compile(folder, file);
  const { noteBuilt } = await import(pathToFileURL(join(folder, 'scripts/build-if-needed.mjs')));
  noteBuilt();
  return folder;
}

function compile(folder, file) {
  if (/\.(dto|controller)\.ts$/.test(file)) throw new Error(`${file} is compiled with a plugin, and cannot be patched here.`);
  const { rootDir, outDir, ...options } = optionsOf(join(folder, 'tsconfig.json'));
  const built = join(folder, file).replace(rootDir, outDir);
  if (file.endsWith('.sql')) return copyFileSync(join(folder, file), built);
  const { outputText } = ts.transpileModule(readFileSync(join(folder, file), 'utf8'), {
    compilerOptions: { ...options, sourceMap: false },
    fileName: join(folder, file),
  });
  writeFileSync(built.replace(/\.ts$/, '.js'), outputText);
}

const optionsOf = (file) =>
  ts.getParsedCommandLineOfConfigFile(file, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined }).options;
