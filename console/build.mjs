// Bundles the console as it is written: node build.mjs [folder] [--watch]. The folder is dist unless another one is named.
// A module that the page loads by import() is a file of its own. Names of files have digests of their content.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, context } from 'esbuild';
import { MEMBER_TRAITS, NODE_TYPES } from './api-schemas.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const { values: options, positionals } = parseArgs({ options: { watch: { type: 'boolean' } }, allowPositionals: true });
const [folder = here('dist')] = positionals;

/** Writes the page once its scripts have names, and removes the scripts of earlier builds. */
const page = {
  name: 'page',
  setup: ({ onEnd }) =>
    onEnd(({ metafile }) => {
      if (!metafile) return; // the build failed, which esbuild tells
      writeFileSync(join(folder, 'index.html'), pageWith(metafile.outputs));
      const present = new Set(['index.html', ...Object.keys(metafile.outputs).map((path) => basename(path))]);
      for (const name of readdirSync(folder)) if (!present.has(name)) rmSync(join(folder, name), { recursive: true });
    }),
};

function pageWith(outputs) {
  const outputOf = (entry) => Object.keys(outputs).find((path) => basename(outputs[path].entryPoint ?? '') === entry);
  /** The files that a script needs before it runs. The rest is loaded with the views that few people open. */
  const neededBy = (output) =>
    outputs[output].imports.flatMap(({ path, kind }) => (kind === 'import-statement' ? [path, ...neededBy(path)] : []));
  const preloads = [...new Set(neededBy(outputOf('main.ts')))].map(
    (path) => `<link rel="modulepreload" href="console/${basename(path)}" />`,
  );
  return readFileSync(here('src/index.html'), 'utf8')
    .replace('console.css', basename(outputOf('style.css')))
    .replace('console.js', basename(outputOf('main.ts')))
    .replace('<script', () => [...preloads, '<script'].join('\n    '));
}

const settings = {
  absWorkingDir: here('.'), // names of files depend on the paths of their sources from here
  entryPoints: [here('src/main.ts'), here('src/style.css')],
  outdir: folder,
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  entryNames: 'console.[hash]',
  chunkNames: 'console.[hash]',
  metafile: true,
  target: 'es2022',
  define: { NODE_TYPES: JSON.stringify(NODE_TYPES), MEMBER_TRAITS: JSON.stringify(MEMBER_TRAITS) },
  logLevel: options.watch ? 'info' : 'warning',
  plugins: [page],
};

if (options.watch) await (await context(settings)).watch();
else await build(settings);
