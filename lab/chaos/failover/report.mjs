import { commonRows, row, secondsToNext } from '../checks/report.mjs';

/** The consequences of a fault, in one line. */
export function summaryOf({ from, to, atMs, confirmedAtMs, repairs }, { acceptedAtMs }) {
  const accepted = acceptedAtMs.find((ms) => ms > atMs) ?? performance.now();
  const after = (ms) => `${((ms - atMs) / 1000).toFixed(2)} s`;
  const what = from === to ? `Patroni gave the lock back to ${from}` : `${from} was replaced by ${to}`;
  const made = repairs.length > 0 ? `; ${repairs.join(' and ')} had to be made anew` : '';
  return `${what}; a write was confirmed ${after(confirmedAtMs)} after the promotion, and a submission after ${after(accepted)}${made}`;
}

/**
 * The goals of the trial and what was found, after its end. As in `npm run chaos`, times have a goal in long runs only, which are made on a
 * machine without other work.
 */
export async function rowsOf(world, { seconds, faults: wanted }) {
  const { clients, faults } = world;
  const { state } = clients;
  const timed = (goal) => (seconds >= 600 || wanted >= 20 ? goal : undefined);
  const secondsToAccepted = (fromMs) => secondsToNext(state.acceptedAtMs, fromMs);
  const replaced = faults.filter(({ from, to }) => from !== to);
  const recoveries = replaced.map(({ atMs }) => secondsToAccepted(atMs));
  const ownShares = faults.map(({ atMs, confirmedAtMs }) => secondsToAccepted(atMs) - (confirmedAtMs - atMs) / 1000);
  const onlyRead = state.slowestRefusalMs['only read'] / 1000;
  const ownShare = 's of it after the new primary has confirmed a write of another client, longest';
  const unmoved = 'times that Patroni gave the lock back to a suspended primary, which are left out of the next line';
  return [
    ...commonRows(world, 'R23'),
    row('R24', 'answers of 503 while the primary let only read', state.answers['only read']?.[503] ?? 0, { atLeast: 1 }),
    row('R24', 's until one of them, longest', onlyRead, timed({ atMost: 2 })),
    row('R23', 'promotions', faults.length),
    row('R23', unmoved, faults.length - replaced.length),
    row('R23', 's from a promotion to the next accepted submission, longest', Math.max(...recoveries, 0)),
    row('R23', ownShare, Math.max(...ownShares, 0), timed({ atMost: 3 })),
  ];
}
