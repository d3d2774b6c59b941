// Checks how clear openapi.json is, and that what it breaks since the last release is told in CHANGELOG.md: node scripts/check-document.mjs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { redocly } from './redocly.mjs';

const LEAST_SCORE = 85;
const LEAST_CONSTRAINT_CLARITY = 0.7;
/** The document of the last release, or of the beginning. A release replaces it with its own. */
const RELEASED = 'docs/openapi-released.json';

const root = fileURLToPath(new URL('..', import.meta.url));
const reportOf = (...words) => {
  const { stdout, stderr } = redocly(...words, '--format', 'json');
  if (!stdout.includes('{')) throw new Error(stderr);
  return JSON.parse(stdout.slice(stdout.indexOf('{')));
};

const { agentReadiness, subscores } = reportOf('score', 'openapi.json');
console.log(`score ${agentReadiness}, constraint clarity ${subscores.constraintClarity}`);
if (agentReadiness < LEAST_SCORE || subscores.constraintClarity < LEAST_CONSTRAINT_CLARITY) {
  console.error(`The document must score ${LEAST_SCORE}, and its constraint clarity ${LEAST_CONSTRAINT_CLARITY}.`);
  process.exitCode = 1;
}

const { changes, summary } = reportOf('diff', RELEASED, 'openapi.json', '--fail-on', 'none');
console.log(`since the last release: ${summary.major} changes that break, ${summary.minor} that add`);
const [, latest] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
const announced = latest.split('\n').filter((line) => line.startsWith('- Breaks `'));
for (const { path, impact, verdicts } of changes) {
  if (impact !== 'major' || announced.some((line) => line.includes(`\`${place(path)}\``))) continue;
  console.error(`CHANGELOG.md lacks a line "- Breaks \`${place(path)}\`: ...". ${verdicts.map(({ message }) => message).join(' ')}`);
  process.exitCode = 1;
}

/** The operation of a change, such as `GET /v1/forms`, or the part of the document. */
function place(pointer) {
  const [, part, path, method] = pointer.split('/').map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  return part === 'paths' && method ? `${method.toUpperCase()} ${path}` : (path ?? part);
}
