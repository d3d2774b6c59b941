import { checkInvariants } from '../checks/invariants.mjs';
import { invariantRows, secondsToNext, verdictOf } from '../checks/report.mjs';
import { violationsIn } from '../checks/verification.mjs';

/** What a fault has led to, in one line. */
export function summaryOf({ from, to, atMs, confirmedAtMs, repairs }, { acceptedAtMs }) {
  const accepted = acceptedAtMs.find((ms) => ms > atMs) ?? performance.now();
  const after = (ms) => `${((ms - atMs) / 1000).toFixed(2)} s`;
  const what = from === to ? `Patroni gave the lock back to ${from}` : `${from} was replaced by ${to}`;
  const made = repairs.length > 0 ? `; ${repairs.join(' and ')} had to be made anew` : '';
  return `${what}; a write was confirmed ${after(confirmedAtMs)} after the promotion, and a submission after ${after(accepted)}${made}`;
}

/**
 * The goals of the trial and what was found, after its end. Times have a goal in long runs only, which are made on a machine without other
 * work.
 */
export async function rowsOf(world, failovers, isLong) {
  const { admin, clients, events } = world;
  const { state } = clients;
  const rows = invariantRows(await checkInvariants(admin));
  world.violations = await violationsIn(world);
  const secondsToAccepted = (fromMs) => secondsToNext(state.acceptedAtMs, fromMs);
  const isReplaced = ({ from, to }) => from !== to;
  const recoveries = failovers.filter(isReplaced).map(({ atMs }) => secondsToAccepted(atMs));
  const ownShares = failovers.map(({ atMs, confirmedAtMs }) => secondsToAccepted(atMs) - (confirmedAtMs - atMs) / 1000);
  const refused = state.answers['only read']?.[503] ?? 0;
  rows.push(
    { target: 'R5', what: 'violations that the command verify found', value: world.violations.length, atMost: 0 },
    { target: 'R23', what: 'answers other than 2xx and 503', value: state.unexpected.length, atMost: 0 },
    { target: 'R23', what: 'processes that ended by themselves', value: events.ownEnds().length, atMost: 0 },
    { target: 'R24', what: 'answers of 503 while the primary let only read', value: refused, atLeast: 1 },
    {
      target: 'R24',
      what: 's until one of them, longest',
      value: state.slowestRefusalMs['only read'] / 1000,
      ...(isLong && { atMost: 2 }),
    },
    { target: 'R23', what: 'promotions', value: failovers.length },
    {
      target: 'R23',
      what: 'times that Patroni gave the lock back to a suspended primary, which are left out of the next line',
      value: failovers.filter((failover) => !isReplaced(failover)).length,
    },
    {
      target: 'R23',
      what: 's from a promotion to the next accepted submission, longest',
      value: Math.max(...recoveries, 0),
    },
    {
      target: 'R23',
      what: 's of it after the new primary has confirmed a write of another client, longest',
      value: Math.max(...ownShares, 0),
      ...(isLong && { atMost: 3 }),
    },
    { target: 'R23', what: 'requests without an answer, which the clients repeated', value: state.unanswered },
    { target: 'R1', what: 'accepted submissions', value: state.accepted.length, atLeast: 1 },
  );
  return rows.map((row) => ({ note: '', ...row, verdict: verdictOf(row) }));
}
