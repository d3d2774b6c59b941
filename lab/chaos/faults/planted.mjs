import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SOURCES } from '../../../scripts/build-if-changed.mjs';
import { atEnd } from '../../support/at-end.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = fileURLToPath(new URL('planted/', import.meta.url));
const COPIED = [...SOURCES, 'deploy', 'lab', 'scripts'];

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

/** Builds a copy of the project with a patch, and resolves with its folder. Throws when the patch does not apply any more. */
export async function buildWith(patch) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'forms-planted-')));
  chmodSync(folder, 0o711); // the run keeps its files in it, with a database that may run as another user
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
  execFileSync('git', ['apply', patch], { cwd: folder, env });
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}
