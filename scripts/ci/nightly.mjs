// The program of .ci/nightly once the packages are installed: node scripts/ci/nightly.mjs [--only <names>]. Each step is added to the report as
// soon as it has ended, in the place of its result of an earlier run, so that a night can be put together of several runs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { STEPS } from './nightly-steps.mjs';
import { countsOf, failureIn, minutesOf } from './outcome.mjs';
import { addToReport } from './report.mjs';
import { endSteps, runStep } from './step.mjs';

const FOLDER = 'lab/nightly';
const BUDGET_MINUTES = 90;
/** The message of a program of the lab that needs something which is missing. */
const SKIPPED = /^Skipped (?!tests).*$/m;

const names = STEPS.map(({ name }) => name);
const { values } = parseArgs({ options: { only: { type: 'string', default: names.join() } } });
const wanted = values.only.split(',');
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. There are ${names.join(', ')}.`);
  process.exit(2);
}

const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trim();
const isChanged = git('status', '--porcelain', '--', '.', `:!${FOLDER}`) !== '';
const commit = `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' and changes' : ''}`;
const folder = mkdtempSync(join(tmpdir(), 'nightly-'));
const endsAt = Date.now() + BUDGET_MINUTES * 60_000;
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    isInterrupted = true;
    void endSteps();
  });

for (const step of STEPS.filter(({ name }) => wanted.includes(name))) {
  const { minutes, ...of } = {
    node: process.versions.node,
    ...step,
    began: new Date().toISOString().slice(0, 16),
    commit,
  };
  const result = await resultOf(step, Math.min(minutes, (endsAt - Date.now()) / 60_000));
  if (isInterrupted) break;
  addToReport({ ...of, ...result }, names, FOLDER);
  if (!['passed', 'skipped'].includes(result.verdict)) process.exitCode = 1;
}
if (isInterrupted) process.exitCode = 130;
rmSync(folder, { recursive: true });
console.log(`The report is ${FOLDER}/report.md.`);

async function resultOf({ name, command }, minutes) {
  if (minutes <= 0) return { verdict: 'not run', lines: `The ${BUDGET_MINUTES} minutes of the night were over.` };
  console.log(`-- ${name} begins: ${command}`);
  const file = join(folder, name);
  const { verdict, seconds } = await runStep({ command, minutes }, file);
  const output = stripVTControlCharacters(readFileSync(file, 'utf8'));
  console.log(`${output.trimEnd()}\n== ${name}: ${verdict} after ${minutesOf(seconds)}\n`);
  return { took: minutesOf(seconds), ...judged(verdict, output) };
}

function judged(verdict, output) {
  const [reason] = SKIPPED.exec(output) ?? [];
  if (verdict === 'passed' && reason) return { verdict: 'skipped', lines: reason };
  const { failed, skipped, passed } = countsOf({ verdict, output });
  const tests = passed + failed > 1 ? `${passed} passed, ${failed} failed, ${skipped} skipped` : undefined;
  return { verdict, tests, lines: verdict === 'passed' ? undefined : failureIn(output) };
}
