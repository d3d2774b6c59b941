// Bundles and minifies the scripts of the forms: node build.mjs [folder]. The folder is dist unless another one is named.
// The script for other people's pages knows the name and integrity of the solver, which is written beside it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const [, , folder = here('dist')] = process.argv;
const solverFile = join(folder, 'solver.js');

const bundle = (entry, outfile, define = {}) =>
  build({
    entryPoints: [here(entry)],
    ...{ outfile, define },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    logLevel: 'warning',
  });

await bundle('src/solver.ts', solverFile);
const digest = (algorithm, encoding) => createHash(algorithm).update(readFileSync(solverFile)).digest(encoding);
await bundle('src/embed.ts', join(folder, 'embed.js'), {
  SOLVER_FILE: JSON.stringify(`solver.${digest('sha256', 'hex').slice(0, 16)}.js`),
  SOLVER_INTEGRITY: JSON.stringify(`sha384-${digest('sha384', 'base64')}`),
});
