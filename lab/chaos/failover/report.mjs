import { checkInvariants } from '../checks/invariants.mjs';
import { verdictOf } from '../checks/report.mjs';

/** What a fault has led to, in one line. */
export function summaryOf({ from, to, atMs, confirmedAtMs, repairs }, { acceptedAtMs }) {
  const accepted = acceptedAtMs.find((ms) => ms > atMs) ?? performance.now();
  const after = (ms) => `${((ms - atMs) / 1000).toFixed(2)} s`;
  const what = from === to ? `Patroni gave the lock back to ${from}` : `${from} was replaced by ${to}`;
  const made = repairs.length > 0 ? `; ${repairs.join(' and ')} had to be made anew` : '';
  return `${what}; a write was confirmed ${after(confirmedAtMs)} after the promotion, and a submission after ${after(accepted)}${made}`;
}

/** The goals of the trial and what was found, after its end. */
export async function rowsOf(world, failovers) {
  const { admin, clients, events, cli } = world;
  const { state } = clients;
  const rows = (await checkInvariants(admin)).map(({ target, goal, found, canFail }) => ({
    target,
    what: goal,
    value: found.length,
    atMost: 0,
    note: canFail ? '' : 'the check does not notice damage',
    isBroken: !canFail,
  }));
  const violations = await cli('verify').then(
    ({ checks }) => checks.flatMap((check) => check.violations).length,
    () => 1,
  );
  const secondsToAccepted = (fromMs) => (state.acceptedAtMs.find((ms) => ms > fromMs) - fromMs) / 1000;
  const isReplaced = ({ from, to }) => from !== to;
  const recoveries = failovers.filter(isReplaced).map(({ atMs }) => secondsToAccepted(atMs));
  const ownShares = failovers.map(({ confirmedAtMs }) => secondsToAccepted(confirmedAtMs));
  const refused = state.answers['only read']?.[503] ?? 0;
  rows.push(
    { target: 'R5', what: 'violations that the command verify found', value: violations, atMost: 0 },
    { target: 'R23', what: 'answers other than 2xx and 503', value: state.unexpected.length, atMost: 0 },
    { target: 'R23', what: 'processes that ended by themselves', value: events.ownEnds().length, atMost: 0 },
    { target: 'R24', what: 'answers of 503 while the primary let only read', value: refused, atLeast: 1 },
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
    },
    { target: 'R23', what: 'requests without an answer, which the clients repeated', value: state.unanswered },
    { target: 'R1', what: 'accepted submissions', value: state.accepted.length, atLeast: 1 },
  );
  return rows.map((row) => ({ note: '', ...row, verdict: verdictOf(row) }));
}
