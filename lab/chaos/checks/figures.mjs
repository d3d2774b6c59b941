import { row } from './report.mjs';

/** Figures of the run. Those that depend on the speed of the machine get a verdict in long runs only. */
export async function figuresOf(world, isLong) {
  const { admin, events, drained } = world;
  const clients = world.clients.state;
  const one = async (sql) => (await admin.query(sql)).rows[0];
  const timed = (goal) => (isLong ? goal : undefined);
  const deliveries = await one(DELIVERIES);
  const takeovers = await one(TAKEOVERS);
  const starts = events.readyMs.map(({ ms }) => ms);
  const calmStarts = events.readyMs.filter(({ isDisturbed }) => !isDisturbed).map(({ ms }) => ms);
  const recoveries = recoveriesOf(world.postgresStartsMs, clients.acceptedAtMs);
  const workerKills = events.kills.filter(({ program }) => program === 'worker').length;
  const zombies = await one(ZOMBIES);
  const ownEnds = events.ownEnds();
  const hasGivenUp = ({ code, hasWorked, at }) => code === 1 && !hasWorked && events.isDisturbed(at - STARTUP_WAIT_MS, at);
  const crashes = ownEnds.filter((end) => !hasGivenUp(end));
  return [
    row('R3', 'seconds from the last fault to the end of the last run', drained.seconds, timed({ atMost: 120 })),
    row('R4', 'duplicates among accepted deliveries, %', deliveries.share, timed({ atMost: 1 })),
    row('R4', 'duplicates without a fault between the answer and a second later, or in the 15 s before', Number(deliveries.unexplained)),
    row('R4', 'ms from the answer of a delivery that was repeated to the next fault, median', deliveries.age_ms),
    row('R4', 'duplicates for each kill of a worker', Number(deliveries.duplicates) / Math.max(workerKills, 1)),
    row(
      'R6',
      's from the kill of a worker to the takeover of its runs without the time of outages, p99',
      takeovers.p99_calm,
      timed({ atMost: 40 }),
    ),
    row('R6', 'the longest', takeovers.max_calm, timed({ atMost: 60 })),
    row('R6', 'the longest with the time of outages', takeovers.max_all),
    row('R7', 's from the start of an API process to ready, the longest, without outages', max(calmStarts) / 1000, timed({ atMost: 5 })),
    row('R7', 'median', median(calmStarts) / 1000),
    row('R7', 's of processor time until then, median', median(events.readyMs.map(({ cpuMs }) => cpuMs)) / 1000),
    row('R7', 'the longest with outages of the database', max(starts) / 1000),
    row('R8', 's from the start of PostgreSQL to the next accepted submission, the longest', max(recoveries) / 1000, timed({ atMost: 10 })),
    row('R9', 'answers of 5xx during faults of Redis', serverErrors(clients.answers, /Redis/), timed({ atMost: 0 })),
    row('R12', 'runs that were taken over from suspended workers', Number(zombies.count)),
    row('', 'answers other than 2xx and 503', clients.unexpected.length, { atMost: 0 }),
    row('', 'processes that ended by themselves, not for want of the database', crashes.length, { atMost: 0 }),
    row('', 'processes that gave up starting, since the database was away for 30 s', ownEnds.length - crashes.length),
    row('', 'requests without an answer, which the clients repeated', clients.unanswered),
    row('', 'runs that failed because three workers in a row died', Number((await one(WORKER_LOST)).count)),
    row('', 'runs with a third attempt, which was brought forward', drained.broughtForward),
  ];
}

/** A process that starts waits so long for the database, and exits with 1 afterwards, as documented. */
const STARTUP_WAIT_MS = 30_000;

const max = (values) => (values.length > 0 ? Math.max(...values) : NaN);
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** The times from each start of the database to the next accepted submission. */
const recoveriesOf = (startsMs, acceptedAtMs) =>
  startsMs.flatMap((startMs) => {
    const next = acceptedAtMs.find((atMs) => atMs > startMs);
    return next === undefined ? [] : [next - startMs];
  });

const serverErrors = (answers, fault) =>
  Object.entries(answers)
    .filter(([name]) => fault.test(name))
    .flatMap(([, counts]) => Object.entries(counts))
    .reduce((sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0), 0);

/** A duplicate is a delivery that was accepted after the same message had been accepted. */
const DELIVERIES = `
  with accepted as (
    select *, row_number() over (partition by message order by ended_at_ms) as number,
      lag(ended_at_ms) over (partition by message order by ended_at_ms) as before_ms
    from chaos.receipts where outcome like '2%'
  ), faults as (
    select at_ms as from_ms from chaos.kills union all select from_ms from chaos.pauses union all
    select from_ms from chaos.outages where dependency = 'PostgreSQL'
  )
  select 100.0 * count(*) filter (where number > 1) / nullif(count(*) filter (where number = 1), 0) as share,
    count(*) filter (where number > 1) as duplicates,
    count(*) filter (where number > 1 and not exists (
      select from faults where from_ms between before_ms - 15000 and before_ms + 1000)) as unexplained,
    percentile_disc(0.5) within group (order by (select min(from_ms) from faults where from_ms >= before_ms - 20) - before_ms)
      filter (where number > 1) as age_ms
  from accepted`;

/** The time for which the database or Redis was disturbed is taken off, since runs do not go on without them. */
const TAKEOVERS = `
  with taken as (
    select k.at_ms as from_ms, extract(epoch from w.at) * 1000 as to_ms
    from chaos.run_writes w join chaos.kills k on k.pid = chaos.pid_of(w.old_owner)
    where w.new_number > w.old_number and w.old_owner is not null
  ), timed as (
    select (to_ms - from_ms) / 1000 as seconds, (to_ms - from_ms - coalesce((
        select sum(least(o.to_ms, t.to_ms) - greatest(o.from_ms, t.from_ms)) from chaos.outages o
        where o.from_ms < t.to_ms and o.to_ms > t.from_ms), 0)) / 1000 as calm_seconds
    from taken t
  )
  select percentile_disc(0.99) within group (order by calm_seconds) as p99_calm, max(calm_seconds) as max_calm, max(seconds) as max_all from timed`;

const ZOMBIES = `
  select count(*) from chaos.run_writes w join chaos.pauses p on p.pid = chaos.pid_of(w.old_owner)
  where w.new_number > w.old_number and extract(epoch from w.at) * 1000 between p.from_ms and p.to_ms`;

const WORKER_LOST = `select count(*) from workflow_runs where error_code = 'worker_lost'`;
