// Checks that the lock file contains the optional packages of all platforms and no download URLs: otherwise `npm ci` fails elsewhere. Nor may
// an installation run scripts of packages: what those do that is needed, the service does itself (docs/adr/0003-embedded-postgresql.md).
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
  Object.keys(optionalDependencies).filter((name) => !names.has(name)),
);
const downloadUrls = Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'));

const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
const admitted = withScripts.map(([path]) => path.split('node_modules/').at(-1)).filter((name) => allowScripts[name] !== false);
const scriptsRun = !/^ignore-scripts=true$/m.test(readFileSync('.npmrc', 'utf8'));

if (missing.length > 0) console.error(`The lock file lacks ${[...new Set(missing)].join(', ')}.`);
if (downloadUrls.length > 0) console.error(`The lock file contains ${downloadUrls.length} download URLs.`);
if (admitted.length > 0) console.error(`allowScripts of package.json has to be false for ${admitted.join(', ')}.`);
if (scriptsRun) console.error('.npmrc lacks ignore-scripts=true.');
process.exitCode = missing.length + downloadUrls.length + admitted.length > 0 || scriptsRun ? 1 : 0;
