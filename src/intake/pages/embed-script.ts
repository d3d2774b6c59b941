import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type BuiltFile, readBuiltFile } from '../../api/answer/built-file';
import { type BuiltPage, readBuiltPage } from '../../api/answer/built-page';

/** A script from the build of the package `embed/`: the script for other websites, or the solver of challenges. */
export interface EmbedScript {
  file: BuiltFile;
  /** The digest of the content. The content of `/embed.<hash>.js` never changes. */
  hash: string;
  /** The value of the `integrity` attribute (Subresource Integrity). */
  integrity: string;
}

export const EMBED_SCRIPT = Symbol('EMBED_SCRIPT');

export const SOLVER_SCRIPT = Symbol('SOLVER_SCRIPT');

/** The path leads to the same folder from `src` and from `dist`. */
const FOLDER = join(__dirname, '../../../embed/dist');

export function readEmbedScript(path = join(FOLDER, 'embed.js')): EmbedScript {
  const file = readBuiltFile(path);
  const digest = createHash('sha384').update(file.identity).digest('base64');
  return { file, hash: file.tag, integrity: `sha384-${digest}` };
}

export const readSolverScript = (): EmbedScript => readEmbedScript(join(FOLDER, 'solver.js'));

/** Provides both scripts; each is null if it was not built. */
export const SCRIPT_PROVIDERS = [
  { provide: EMBED_SCRIPT, useFactory: (): BuiltPage<EmbedScript> => readBuiltPage(readEmbedScript) },
  { provide: SOLVER_SCRIPT, useFactory: (): BuiltPage<EmbedScript> => readBuiltPage(readSolverScript) },
];
