import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atEnd, endAll } from '../support/at-end.mjs';
import { INVARIANTS } from './checks/invariants.mjs';
import { missingPrograms } from './failover/programs.mjs';
import { buildWith, plantedFaults } from './faults/planted.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Runs mostly wait. */
const AT_ONCE = availableParallelism() + 1;
/** A run that takes longer hangs, and is ended. */
const WITHIN_MS = 900_000;

/**
 * Shows that the build of the sources as they are passes all provocations, and that each planted fault is refused by the checks that it
 * names; or of one fault only that. Resolves with the exit code.
 */
export async function prove(only) {
  const beganMs = performance.now();
  const missing = missingPrograms();
  const faults = plantedFaults().filter(
    ({ name, program }) => (!only || name === only) && (program !== 'failover' || missing.length === 0),
  );
  if (missing.length > 0) console.log(`not run: failover, which needs ${missing.join(', ')}`);
  const waiting = only ? [...faults] : [{ name: 'the sources as they are', refusedBy: [] }, ...faults];
  const isUnproven = ({ goal }) => !faults.some(({ refusedBy }) => refusedBy.includes(goal));
  const failed = only ? [] : INVARIANTS.filter(isUnproven);
  for (const { goal } of failed) console.log(`no planted fault shows that this check can fail: ${goal}`);
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) if (!(await isProven(next))) failed.push(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await endAll();
  console.log(`${faults.length} planted faults, ${failed.length} failures, ${secondsSince(beganMs)} s`);
  return failed.length === 0 && faults.length > 0 ? 0 : 1;
}

const secondsSince = (ms) => Math.round((performance.now() - ms) / 1000);

async function isProven(fault) {
  const beganMs = performance.now();
  const { isAsExpected, text } = await verdictOn(fault).catch((error) => ({ isAsExpected: false, text: error.message }));
  console.log(`${isAsExpected ? 'ok    ' : 'FAILED'} ${fault.name}: ${text} (${secondsSince(beganMs)} s)`);
  return isAsExpected;
}

/** Nothing may be missed without a patch, and with one at least what it names. */
async function verdictOn({ patch, program = 'run', provocation, refusedBy }) {
  const folder = patch ? await buildWith(patch) : ROOT;
  const { missed, log } = await run(folder, program, provocation, patch ? { TMPDIR: folder } : {});
  if (missed === null) return { isAsExpected: false, text: `the run has not come to an end\n${log}` };
  const isAsExpected = patch ? refusedBy.every((check) => missed.includes(check)) : missed.length === 0;
  const text = missed.length > 0 ? `refused by: ${missed.join('; ')}` : 'passed';
  return { isAsExpected, text: isAsExpected ? text : `${text}\n${log}` };
}

/** Resolves with the missed goals of a run without load, or with null when it has ended without a verdict. */
async function run(folder, program, provocation, environment) {
  const parameters = ['--seconds', '0', '--seed', '1', ...(provocation ? ['--provoke', provocation] : [])];
  const child = fork(join(folder, `lab/chaos/${program}.mjs`), parameters, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...environment },
    detached: true,
  });
  const ended = once(child, 'close');
  atEnd(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let missed = null;
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text));
  child.on('message', (message) => (missed = message));
  if (!(await Promise.race([ended, pause(WITHIN_MS, null, { ref: false })]))) child.kill('SIGTERM');
  await ended;
  return { missed, log };
}
