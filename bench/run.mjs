// Compares the service with simpler programs on the same machine: npm run bench [-- <case> ...]. See bench/README.md.
import { buildIfNeeded } from '../scripts/build-if-needed.mjs';
import { intake } from './cases/intake.mjs';
import { processes } from './cases/processes.mjs';
import { reads } from './cases/reads.mjs';
import { runs } from './cases/runs.mjs';
import { startBench } from './support/service.mjs';

const CASES = { intake, reads, runs, processes };

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in CASES));
if (unknown.length > 0) {
  console.error(`There is no case ${unknown.join(', ')}. The cases are: ${Object.keys(CASES).join(', ')}.`);
  process.exit(2);
}

await buildIfNeeded();
const findings = [];
for (const [name, measure] of Object.entries(CASES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n${name}`);
  const bench = await startBench();
  try {
    findings.push(...(await measure(bench)));
  } finally {
    await bench.end();
  }
}

console.log('');
for (const { what, ratio, figure, atLeast, atMost } of findings) {
  if (figure !== undefined) console.log(`        ${figure.toFixed(0).padStart(7)}              ${what}`);
  else {
    const isMet = atLeast === undefined ? ratio <= atMost : ratio >= atLeast;
    const goal = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
    console.log(`${isMet ? 'met   ' : 'missed'}  ${ratio.toFixed(2).padStart(7)}  ${goal.padEnd(13)} ${what}`);
  }
}
