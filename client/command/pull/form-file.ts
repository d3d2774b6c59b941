import { existsSync, lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { normalizedTo } from '../../../src/platform/text/normalization.rules.js';
import { Fault } from '../faults.js';
import type { Terminal } from '../terminal.js';

const EXTENSIONS = ['.yaml', '.yml', '.json'];
const NAME = /^[^./\\:\p{Cc}][^/\\:\p{Cc}]*$/u;
/** Names that mean a device on Windows, and a word of the lock file. */
const RESERVED = /^(?:account|con|prn|aux|nul|com\d|lpt\d)$/;
const MAX_LENGTH = 60;

/** The path of the definition of this name in a folder, whatever its format; null when there is none. Throws a `Fault` for a link. */
export function definitionNamed(name: string, folder: string, { cwd }: Terminal): string | null {
  if (!NAME.test(name)) throw new Fault(`"${name}" is no name of a definition. Mend the lock file.`);
  const paths = EXTENSIONS.map((extension) => join(folder, `${name}${extension}`)).filter((path) => existsSync(resolve(cwd, path)));
  if (paths.length > 1) throw new Fault(`${paths.join(' and ')} have one name. Remove one of them.`);
  const [path] = paths;
  if (path !== undefined && !lstatSync(resolve(cwd, path)).isFile()) throw new Fault(`${path} is no plain file, so it is not written.`);
  return path ?? null;
}

/** A name for a new definition, made of that of the form: lower-case letters, digits and hyphens. */
export function newName(formName: string, isTaken: (name: string) => boolean): string {
  const letters = normalizedTo('NFKD', formName).replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
  const words =
    letters
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, MAX_LENGTH)
      .replaceAll(/^-|-$/g, '') || 'form';
  const name = RESERVED.test(words) ? `${words}-form` : words;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}
