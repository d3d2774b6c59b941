// Bundles the compiled service: node scripts/bundle.mjs. Loading a few files takes half as long as loading their 3,000 modules.
import { execFileSync } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { PROGRAMS } from './build-if-needed.mjs';
import { compileModule } from './bundle/compile-module.mjs';
import { compressFile } from './bundle/compress-file.mjs';
import { findModules } from './bundle/find-modules.mjs';
import { joinModules } from './bundle/join-modules.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** What browsers load, compressed while the rest is bundled, since it takes seconds. */
const swagger = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js'];
const compressed = Promise.all([
  compressFile(join(dist, 'intake/pages/templates/page.css')),
  ...swagger.map((name) => compressFile(join(root, 'node_modules/swagger-ui-dist', name), join(dist, 'api/openapi/swagger-ui'))),
]);

/** The calls of the demonstration, with the typed client, which is no part of the service. */
await build({
  entryPoints: [join(root, 'src/cli/demo/demo-calls.ts')],
  outfile: join(dist, 'cli/demo/demo-calls.js'),
  bundle: true,
  platform: 'node',
  sourcemap: true,
});

const ENTRIES = [
  ...[...PROGRAMS, 'service'].map((name) => `./dist/${name}.js`),
  'class-transformer/cjs/storage', // @nestjs/mapped-types loads it with a `require` of its own, which esbuild does not see
];
/** It stays a module of its own, so that the chaos test can replace its function. */
const LEFT_OUT = join(dist, 'platform/fail-point.js');

const { modules, packages } = await findModules(ENTRIES, { root, leftOut: LEFT_OUT });
const compiled = await Promise.all(
  modules.map(async (module) => ({
    path: relative(dist, module.file),
    imports: module.imports,
    isLate: module.isLate,
    ...(await compileModule(module, dist)),
  })),
);
const { text, parts } = joinModules(compiled, packages);
for (const name of ['loader', 'stack-traces'])
  await copyFile(new URL(`bundle/${name}.cjs`, import.meta.url), join(dist, `bundle-${name}.js`));
await writeFile(join(dist, 'bundle.js'), text);
for (const [index, part] of parts.entries()) {
  await writeFile(join(dist, `bundle-${index}.js`), part.text);
  await writeFile(join(dist, `bundle-${index}.js.map`), part.map);
}

/**
 * Each program keeps its name, and loads its module of the bundle. The cache of compiled code (Node 22.8 and later) is in `dist`, where
 * nobody but the owner of the code can write; a service that may not write to it either uses what the build has stored. Node warns of
 * deprecated functions in the code of a service and not in packages, which it cannot tell from each other here; the tests see our own.
 */
const program = (name) => `'use strict';
process.noDeprecation = true;
require('node:module').enableCompileCache?.(require('node:path').join(__dirname, '.compile-cache'));
require('./bundle-stack-traces.js')(__dirname);
require('./bundle.js')('${name}.js');
`;
for (const name of PROGRAMS) await writeFile(join(dist, `${name}.js`), program(name));
await compressed;
const LOAD = `require('node:module').enableCompileCache?.('.compile-cache'); require('./bundle.js')('service.js');`;
execFileSync(process.execPath, ['--eval', LOAD], { cwd: dist }); // fills the cache
