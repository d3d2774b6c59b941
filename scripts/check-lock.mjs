// Checks that the lock file contains the optional packages of all platforms and no download URLs: otherwise `npm ci` fails elsewhere.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
  Object.keys(optionalDependencies).filter((name) => !names.has(name)),
);
const downloadUrls = Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'));

if (missing.length > 0) console.error(`The lock file lacks ${[...new Set(missing)].join(', ')}.`);
if (downloadUrls.length > 0) console.error(`The lock file contains ${downloadUrls.length} download URLs.`);
process.exitCode = missing.length + downloadUrls.length > 0 ? 1 : 0;
