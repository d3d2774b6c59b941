import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { countsOf, failureIn, minutesOf } from './outcome.mjs';
import { endSteps, runStep } from './step.mjs';

/**
 * Runs a first step, and when it has passed lanes beside each other, each of which takes its steps one after the other, also after one that
 * failed. Those at the beginning of a lane that are `independent` run beside the first step. The output of a step is printed when it has
 * ended. What failed is told at the end, before the numbers. Resolves with true when everything has passed.
 */
export async function runLanes(first, lanes) {
  const run = { folder: mkdtempSync(join(tmpdir(), 'lanes-')), results: [], isInterrupted: false };
  const interrupt = () => {
    run.isInterrupted = true;
    void endSteps();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
  const isReady = takeStep(run, first, 'first').then((verdict) => verdict === 'passed');
  await Promise.all([isReady, ...lanes.map((steps, lane) => takeSteps(run, steps, lane, isReady))]);
  rmSync(run.folder, { recursive: true });
  return tell(run);
}

async function takeSteps(run, steps, lane, isReady) {
  for (const step of steps) {
    if (!step.independent && !(await isReady)) return;
    if (run.isInterrupted) return;
    await takeStep(run, step, lane);
  }
}

async function takeStep(run, step, lane) {
  console.log(`-- ${step.name} begins: ${step.command}`);
  const file = join(run.folder, `lane-${lane}`);
  const { verdict, seconds } = await runStep(step, file);
  const output = stripVTControlCharacters(readFileSync(file, 'utf8'));
  console.log(`\n== ${step.name}\n${output.trimEnd()}\n== ${step.name}: ${verdict} after ${minutesOf(seconds)}\n`);
  run.results.push({ ...step, verdict, seconds, output });
  return verdict;
}

function tell({ results, isInterrupted }) {
  const failed = results.filter(({ verdict }) => verdict !== 'passed');
  for (const { name, verdict, output } of failed) console.log(`== ${name}: ${verdict}\n${failureIn(output)}\n`);
  for (const { name, verdict, seconds } of results) console.log(`${verdict.padEnd(6)} ${minutesOf(seconds).padStart(6)}  ${name}`);
  const counts = results.map(countsOf);
  const sum = (what) => counts.reduce((total, each) => total + each[what], 0);
  const [passed, failures, skipped] = ['passed', 'failed', 'skipped'].map(sum);
  const words = [failures && `${failures} failed`, skipped && `${skipped} skipped`, `${passed} passed`].filter(Boolean);
  console.log(`\nTests:       ${words.join(', ')}, ${passed + failures + skipped} total`);
  console.log(`${passed} passed, ${failures} failed`);
  return failed.length === 0 && !isInterrupted;
}
