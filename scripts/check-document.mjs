// Checks that openapi.json is valid and clear, and that it breaks nothing that the last release promised: node scripts/check-document.mjs. With
// --release it keeps openapi.json as the document of a release instead.
import { copyFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { redocly } from './redocly.mjs';

const LEAST_SCORE = 85;
const LEAST_CONSTRAINT_CLARITY = 0.7;
const RELEASED = 'docs/openapi-released.json';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (process.argv.includes('--release')) copyFileSync('openapi.json', RELEASED);
else {
  checkRules();
  checkClarity();
  if (existsSync(RELEASED)) checkPromises();
  else console.log('no version is released yet, so that nothing is promised');
}

function checkRules() {
  const { status, stdout, stderr } = redocly('lint', 'openapi.json');
  if (status === 0) return;
  console.error(stdout + stderr);
  process.exitCode = 1;
}

function checkClarity() {
  const { agentReadiness, subscores } = reportOf('score', 'openapi.json');
  console.log(`score ${agentReadiness}, constraint clarity ${subscores.constraintClarity}`);
  if (agentReadiness >= LEAST_SCORE && subscores.constraintClarity >= LEAST_CONSTRAINT_CLARITY) return;
  console.error(`The document must score ${LEAST_SCORE}, and its constraint clarity ${LEAST_CONSTRAINT_CLARITY}.`);
  process.exitCode = 1;
}

function checkPromises() {
  const { changes, summary } = reportOf('diff', RELEASED, 'openapi.json', '--fail-on', 'none');
  console.log(`since the last release: ${summary.major} changes that break, ${summary.minor} that add`);
  for (const { path, verdicts } of changes.filter(({ impact }) => impact === 'major')) {
    console.error(`${path} breaks clients. ${verdicts.map(({ message }) => message).join(' ')}`);
    process.exitCode = 1;
  }
}

function reportOf(...words) {
  const { stdout, stderr } = redocly(...words, '--format', 'json');
  if (!stdout.includes('{')) throw new Error(stderr);
  return JSON.parse(stdout.slice(stdout.indexOf('{')));
}
