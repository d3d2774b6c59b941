// A lock file that misses the optional packages of other platforms, or that names download addresses, breaks `npm ci` elsewhere.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
  Object.keys(optionalDependencies).filter((name) => !names.has(name)),
);
const addresses = Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'));

if (missing.length > 0) console.error(`The lock file lacks ${[...new Set(missing)].join(', ')}.`);
if (addresses.length > 0) console.error(`The lock file holds ${addresses.length} download addresses.`);
process.exitCode = missing.length + addresses.length > 0 ? 1 : 0;
