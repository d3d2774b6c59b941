// Bundles the compiled service: node scripts/bundle.mjs. Loading one file takes half as long as loading its 2,000 modules.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { PROGRAMS } from './build-if-needed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** Optional packages of Nest and TypeORM that the service does not use: they look for them and go on without. */
const ABSENT = [
  '@nestjs/microservices',
  '@nestjs/microservices/*',
  '@nestjs/websockets',
  '@nestjs/websockets/*',
  '@fastify/static',
  'class-transformer/storage',
];

/** TypeORM loads the drivers of all databases that it knows. */
const OTHER_DATABASES =
  /[\\/]typeorm[\\/]driver[\\/](?:aurora-mysql|aurora-postgres|better-sqlite3|capacitor|cockroachdb|cordova|expo|mongodb|mysql|nativescript|oracle|react-native|sap|spanner|sqlite-abstract|sqljs|sqlserver)[\\/].*\.js$/;

/** A second class-transformer, loaded beside the one of the bundle, would know no decorator: mapped types would inherit none. */
const withoutOwnRequire = (source) => source.replace('const require = createRequire(import.meta.url);', '');

/** Maps everything in a package to its file, without lines, so that the map of the service stays small. */
function mapOf(path) {
  const map = JSON.stringify({ version: 3, sources: [basename(path)], mappings: 'AAAA' });
  return `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;
}

/** V8 keeps a source with any other character in two bytes for each of ten million. esbuild escapes those of texts, and not of patterns. */
const inAscii = (source) =>
  source.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const modules = {
  name: 'modules',
  setup({ onLoad, onResolve }) {
    // It stays a module of its own, so that the chaos test can replace its function.
    onResolve({ filter: /\/fail-point$/ }, () => ({ path: './platform/fail-point.js', external: true }));
    onLoad({ filter: OTHER_DATABASES }, () => ({ contents: '' }));
    onLoad({ filter: /[\\/]@nestjs[\\/]mapped-types[\\/].*\.js$/ }, async ({ path }) => ({
      contents: withoutOwnRequire(inAscii(await readFile(path, 'utf8'))) + mapOf(path),
      loader: 'js',
    }));
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => ({
      contents: inAscii(await readFile(path, 'utf8')) + mapOf(path),
      loader: 'js',
    }));
    // In the bundle `__dirname` is `dist` for every module.
    onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        '__dirname',
        `require('node:path').join(__dirname, ${JSON.stringify(relative(dist, dirname(path)))})`,
      ),
      loader: 'js',
    }));
  },
};

await build({
  stdin: {
    contents: `module.exports = { ${PROGRAMS.map((name) => `${name}: () => require('./${name}.js')`).join(', ')}, load: () => require('./service.js') };`,
    resolveDir: dist,
  },
  outfile: join(dist, 'bundle.js'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  external: ABSENT,
  banner: { js: "const bundleUrl=require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'bundleUrl' },
  plugins: [modules],
  logLevel: 'warning',
  logOverride: { 'duplicate-object-key': 'silent' },
});

/**
 * Each program keeps its name, and loads its module of the bundle. The cache of compiled code (Node 22.8 and later) is in `dist`, where
 * nobody but the owner of the code can write; a service that may not write to it either uses what the build has stored.
 */
const program = (name) => `'use strict';
require('node:module').enableCompileCache?.(require('node:path').join(__dirname, '.compile-cache'));
process.setSourceMapsEnabled(true);
require('./bundle.js').${name}();
`;
for (const name of PROGRAMS) await writeFile(join(dist, `${name}.js`), program(name));
const LOAD = `require('node:module').enableCompileCache?.('.compile-cache'); require('./bundle.js').load();`;
execFileSync(process.execPath, ['--eval', LOAD], { cwd: dist }); // fills the cache
