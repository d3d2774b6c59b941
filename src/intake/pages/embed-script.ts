import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type BuiltFile, readBuiltFile } from '../../api/answer/built-file';

/** A script of pages as the build made it: the one for other people's pages, or the solver of challenges. */
export interface EmbedScript {
  file: BuiltFile;
  /** Names the content: what is at `/embed.<hash>.js` never changes. */
  hash: string;
  /** For the `integrity` attribute (Subresource Integrity). */
  integrity: string;
}

/** The token under which the script is injected. It is read once, so that a service without it does not start. */
export const EMBED_SCRIPT = Symbol('EMBED_SCRIPT');

/** The token of the solver, which `embed.js` and the hosted page load where a form asks for a proof of work. */
export const SOLVER_SCRIPT = Symbol('SOLVER_SCRIPT');

export function readEmbedScript(path = join(__dirname, 'embed/embed.js')): EmbedScript {
  const file = readBuiltFile(path);
  const digest = createHash('sha384').update(file.identity).digest('base64');
  return { file, hash: file.tag, integrity: `sha384-${digest}` };
}

export const readSolverScript = (): EmbedScript => readEmbedScript(join(__dirname, 'embed/solver.js'));
