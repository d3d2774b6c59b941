// Runs Jest, and the files that failed once more, alone and one at a time, since a busy machine may have decided against them:
// node scripts/jest-twice.mjs [options of Jest]. The second run is the verdict, and the closing lines name what passed only then, which
// also goes to the file that PASSED_ONLY_ALONE names.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const JEST = fileURLToPath(new URL('../node_modules/jest/bin/jest.js', import.meta.url));
/** More failures than these are no matter of load. */
const MAX_REPEATED = 25;

const folder = mkdtempSync(join(tmpdir(), 'jest-twice-'));
const options = process.argv.slice(2);
try {
  process.exitCode = await runTwice();
} finally {
  rmSync(folder, { recursive: true });
}

async function runTwice() {
  const first = await run('first', options);
  if (first.isPassed || !mayRepeat(first.failed)) return first.isPassed ? 0 : 1;
  console.error(`\n== once more, alone and one at a time: ${first.failed.join(' ')}`);
  const second = await run('second', [...options, '--runInBand', '--forceExit', '--runTestsByPath', ...first.failed]);
  console.error(`\nbeside others: ${first.summary}; the failed files alone: ${second.summary}`);
  if (!second.isPassed && second.failed.length === 0) return 1; // it has not come to an end
  const onlyAlone = first.failed.filter((file) => !second.failed.includes(file));
  if (onlyAlone.length > 0) console.error(`passed only alone: ${onlyAlone.join(' ')}`);
  if (process.env.PASSED_ONLY_ALONE)
    appendFileSync(process.env.PASSED_ONLY_ALONE, onlyAlone.map((file) => `${file}\n`).join(''));
  if (second.failed.length > 0) console.error(`failed twice: ${second.failed.join(' ')}`);
  return second.isPassed ? 0 : 1;
}

function mayRepeat(failed) {
  if (failed.length > MAX_REPEATED) console.error(`\n${failed.length} files failed, which are too many to repeat.`);
  return failed.length > 0 && failed.length <= MAX_REPEATED;
}

/** Jest prints what it always prints, and the outcome of each file into a file besides. */
async function run(name, words) {
  const outputFile = join(folder, `${name}.json`);
  const child = spawn(process.execPath, [JEST, ...words, '--json', '--outputFile', outputFile], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return { isPassed: code === 0, ...outcomeIn(outputFile) };
}

function outcomeIn(file) {
  let results;
  try {
    results = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { failed: [], summary: 'no outcome' }; // Jest has ended before its tests
  }
  const failed = results.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return {
    failed: failed.map((path) => relative(process.cwd(), path)),
    summary: `${results.numPassedTests} of ${results.numTotalTests} tests passed, ${results.numFailedTests} failed`,
  };
}
