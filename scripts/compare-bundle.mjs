// Compares the bundle with the modules that it was made of: node scripts/compare-bundle.mjs. Prints as JSON how many functions it has
// `compared`, which have another name (`renamed`), and what files a start of the service has `loaded`.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { builtFile, PROGRAMS } from './build-if-needed.mjs';

const dist = builtFile('');
const require = createRequire(import.meta.url);
const load = require(builtFile('bundle.js'));

load('service.js');
const loaded = Object.keys(require.cache)
  .filter((file) => file.endsWith('.js'))
  .map((file) => relative(dist, file));

/** Functions that the compiler adds to modules, and its name for an export without one. */
const OF_COMPILER = new Set([
  '_export',
  '_export_star',
  '_interop_require_default',
  '_interop_require_wildcard',
  '_getRequireWildcardCache',
  '_default',
]);

let compared = 0;
const renamed = [];
for (const [path, code] of modulesOfBundle()) {
  compareDeclarations(path, code);
  if (isOfInterest(path)) await compareExports(path);
}
console.log(JSON.stringify({ compared, renamed, loaded }));
process.exit(); // modules have opened handles

/** The code of each module, by its path from `dist`. */
function modulesOfBundle() {
  const files = readdirSync(dist).filter((name) => /^bundle-\d+\.js$/.test(name));
  const text = files.map((name) => readFileSync(join(dist, name), 'utf8')).join('');
  const [, ...parts] = text.split(/^\["(.+?)",\{.*\},function\(.*$/m);
  return parts.flatMap((path, index) => (index % 2 === 0 && path.endsWith('.js') ? [[path, parts[index + 1]]] : []));
}

/** Each class and function that a module declares, exported or not, has a name that its source has. */
function compareDeclarations(path, code) {
  const isProgram = PROGRAMS.some((name) => path === `${name}.js`); // the build has replaced its file
  const original = namesIn(isProgram ? code : readFileSync(join(dist, path), 'utf8'));
  for (const name of namesIn(code)) {
    compared++;
    if (!original.has(name) && !OF_COMPILER.has(name)) renamed.push(`${path} declares ${name}`);
  }
}

function namesIn(code) {
  return new Set([...code.matchAll(/\b(?:class|function\*?)\s+(?=([\w$]+))/g)].map(([, name]) => name));
}

/** Of the project and of Nest. */
function isOfInterest(path) {
  return (!path.startsWith('..') || path.includes('@nestjs')) && !PROGRAMS.includes(path.replace('.js', ''));
}

async function compareExports(path) {
  const namespace = await import(join(dist, path));
  const original = namespace['module.exports'] ?? (namespace.default?.__esModule ? namespace.default : namespace);
  for (const [name, value] of Object.entries(original)) {
    if (typeof value !== 'function') continue;
    compared++;
    const inBundle = load(path)[name]?.name;
    if (inBundle !== value.name) renamed.push(`${path} exports ${value.name} as ${inBundle}`);
  }
}
