// Bundles and minifies the scripts of pages: node src/intake/pages/embed/build.mjs embed/dist/embed.js
// The script for other people's pages knows the name and integrity of the solver, which is written beside it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const [, , embedFile] = process.argv;
const solverFile = join(dirname(embedFile), 'solver.js');

const bundle = (entry, outfile, define = {}) =>
  build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    ...{ outfile, define },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    logLevel: 'warning',
  });

await bundle('solver.ts', solverFile);
const digest = (algorithm, encoding) => createHash(algorithm).update(readFileSync(solverFile)).digest(encoding);
await bundle('embed.ts', embedFile, {
  SOLVER_FILE: JSON.stringify(`solver.${digest('sha256', 'hex').slice(0, 16)}.js`),
  SOLVER_INTEGRITY: JSON.stringify(`sha384-${digest('sha384', 'base64')}`),
});
