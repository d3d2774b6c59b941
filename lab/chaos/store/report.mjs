import { setTimeout as pause } from 'node:timers/promises';
import { checkInvariants } from '../checks/invariants.mjs';
import { invariantRows, secondsToNext, verdictOf } from '../checks/report.mjs';
import { violationsIn } from '../checks/verification.mjs';
import { FAILURES } from './gate.mjs';

const CLEAN_WITHIN_MS = 180_000;

/** The goals of the trial and what was found, after its end. */
export async function rowsOf(world) {
  const { admin, plain, uploads, events, failures } = world;
  const [ofPlain, ofUploads] = [plain.clients.state, uploads.clients.state];
  const rows = invariantRows(await checkInvariants(admin));
  world.violations = await lastingViolations(world);
  const isSuccess = ([status]) => ['200', '201'].includes(status);
  const refusedIn = (state, failure) =>
    Object.entries(state.answers[failure] ?? {}).reduce((sum, each) => sum + (isSuccess(each) ? 0 : each[1]), 0);
  const refused = Object.keys(ofPlain.answers).map((failure) => refusedIn(ofPlain, failure));
  const secondsToUpload = ({ toMs }) => secondsToNext(ofUploads.acceptedAtMs, toMs);
  const longestGap = ({ fromMs, toMs }) => {
    const times = [fromMs, ...ofPlain.acceptedAtMs.filter((ms) => ms > fromMs && ms < toMs), toMs];
    return Math.max(...times.slice(1).map((ms, index) => ms - times[index])) / 1000;
  };
  rows.push(
    {
      what: 's in which no submission without files was accepted while the store failed, longest',
      value: Math.max(...failures.map(longestGap)),
      atMost: 10,
    },
    {
      what: 'submissions without files that were refused, since the machine was busy',
      value: refused.reduce((sum, count) => sum + count, 0),
    },
    { what: 'answers to uploads other than 2xx and 503', value: ofUploads.unexpected.length, atMost: 0 },
    ...FAILURES.map((failure) => ({
      what: `uploads refused while the store ${failure}`,
      value: refusedIn(ofUploads, failure),
    })),
    {
      what: 's from the return of the store to the next accepted upload, longest',
      value: Math.max(...failures.map(secondsToUpload)),
      atMost: 15,
    },
    {
      what: 'violations that the command verify found, files and objects among them',
      value: world.violations.length,
      atMost: 0,
    },
    { what: 'processes that ended by themselves', value: events.ownEnds().length, atMost: 0 },
    { what: 'accepted submissions without files', value: ofPlain.accepted.length, atLeast: 1 },
    { what: 'accepted uploads', value: ofUploads.accepted.length, atLeast: 1 },
    { what: 'uploads without an answer, which their clients repeated', value: ofUploads.unanswered },
  );
  return rows.map((row) => ({ target: '', note: '', ...row, verdict: verdictOf(row) }));
}

/** Objects of uploads that have failed are removed within a minute. */
async function lastingViolations(world) {
  for (const endMs = performance.now() + CLEAN_WITHIN_MS; ; await pause(5_000)) {
    const found = await violationsIn(world);
    if (found.length === 0 || performance.now() > endMs) return found;
  }
}
