import { setTimeout as pause } from 'node:timers/promises';
import { commonRows, row, secondsToNext, violationsIn } from '../checks/report.mjs';
import { FAILURES } from './gate.mjs';

const CLEAN_WITHIN_MS = 180_000;

/** The goals of the trial and what was found, after its end. */
export async function rowsOf(world) {
  const { faults, states } = world;
  const [ofPlain, ofUploads] = states;
  world.violations = await lastingViolations(world);
  const isSuccess = ([status]) => ['200', '201'].includes(status);
  const refusedIn = (state, failure) =>
    Object.entries(state.answers[failure] ?? {}).reduce((sum, each) => sum + (isSuccess(each) ? 0 : each[1]), 0);
  const refused = Object.keys(ofPlain.answers).reduce((sum, failure) => sum + refusedIn(ofPlain, failure), 0);
  const secondsToUpload = ({ toMs }) => secondsToNext(ofUploads.acceptedAtMs, toMs);
  const longestGap = ({ fromMs, toMs }) => {
    const times = [fromMs, ...ofPlain.acceptedAtMs.filter((ms) => ms > fromMs && ms < toMs), toMs];
    return Math.max(...times.slice(1).map((ms, index) => ms - times[index])) / 1000;
  };
  const gap = 's in which no submission without files was accepted while the store failed, longest';
  const recovery = 's from the return of the store to the next accepted upload, longest';
  return [
    ...commonRows(world, ''),
    row('', gap, Math.max(...faults.map(longestGap)), { atMost: 10 }),
    row('', 'submissions without files that were refused, since the machine was busy', refused),
    ...FAILURES.map((failure) => row('', `uploads refused while the store ${failure}`, refusedIn(ofUploads, failure))),
    row('', recovery, Math.max(...faults.map(secondsToUpload)), { atMost: 15 }),
    row('', 'accepted submissions without files', ofPlain.accepted.length, { atLeast: 1 }),
    row('', 'accepted uploads', ofUploads.accepted.length, { atLeast: 1 }),
  ];
}

/** Objects of uploads that have failed are removed within a minute. */
async function lastingViolations(world) {
  for (const endMs = performance.now() + CLEAN_WITHIN_MS; ; await pause(5_000)) {
    const found = await violationsIn(world);
    if (found.length === 0 || performance.now() > endMs) return found;
  }
}
