// Bundles and minifies the script for other people's pages: node src/intake/pages/embed/build.mjs dist/intake/pages/embed/embed.js
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

await build({
  entryPoints: [fileURLToPath(new URL('embed.ts', import.meta.url))],
  outfile: process.argv[2],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2020',
  logLevel: 'warning',
});
