import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { commitOf } from '../../support/commit.mjs';
import { asText } from '../../support/table.mjs';
import { provocationRows } from '../provocations/provocations.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The rows of the invariants. One whose check does not notice its damage, or that was not provoked, is missed. */
export const invariantRows = (invariants, isProvoked = () => true) =>
  invariants.map((invariant) => {
    const { target, goal, found, canFail } = invariant;
    const unproven = isProvoked(invariant) ? '' : 'it was not provoked';
    const note = canFail ? unproven : 'the check does not notice damage';
    return { target, what: goal, value: found.length, atMost: 0, note, isBroken: note !== '' };
  });

/** A figure, of which a goal may say `atMost` or `atLeast`. */
export const row = (target, what, value, goal = {}) => ({ target, what, value, ...goal });

/** The findings of the command `verify`, which fails when it finds a violation, and prints it. */
export async function violationsIn({ cli }) {
  try {
    const { checks } = await cli('verify');
    return checks.flatMap(({ violations }) => violations);
  } catch (error) {
    return [error.message];
  }
}

export const verifyRow = ({ violations }) => row('R5', 'violations that the command verify found', violations.length, { atMost: 0 });

/** The rows of the report of `npm run chaos`. */
export function reportRows(world, { figures, hitsGoal, seconds }) {
  const { invariants, provoked, hits, events, counts, clients } = world;
  const accepted = clients.state.accepted.length;
  const killed = (program) => events.kills.filter((kill) => kill.program === program && kill.signal === 'SIGKILL').length;
  const reached = ([name, count]) => row('C4', `processes killed at the fail point ${name}`, count, { atLeast: hitsGoal });
  return [
    ...invariantRows(invariants, ({ provokedBy }) => provokedBy.every((name) => provoked[name] !== 0)),
    verifyRow(world),
    ...provocationRows(world),
    ...figures,
    ...(hitsGoal > 0 ? Object.entries(hits).map(reached) : []),
    row('R1', 'accepted submissions', accepted),
    row('R1', 'accepted submissions a second while faults happened', seconds > 0 ? accepted / seconds : NaN),
    row('R1', 'kills of API processes', killed('main')),
    row('R1', 'kills of workers', killed('worker')),
    row('R1', 'kills of PostgreSQL', (counts['kill PostgreSQL'] ?? 0) + (counts['kill a backend'] ?? 0)),
  ];
}

/** The rows that a trial with faults of one kind has besides its own. */
export const commonRows = (world, target) => [
  ...invariantRows(world.invariants),
  verifyRow(world),
  row(
    target,
    'answers other than 2xx and 503',
    sumOf(world, ({ unexpected }) => unexpected.length),
    { atMost: 0 },
  ),
  row(target, 'processes that ended by themselves', world.events.ownEnds().length, { atMost: 0 }),
  row(
    target,
    'requests without an answer, which the clients repeated',
    sumOf(world, ({ unanswered }) => unanswered),
  ),
  row(
    'R1',
    'accepted submissions',
    sumOf(world, ({ accepted }) => accepted.length),
    { atLeast: 1 },
  ),
];

const sumOf = ({ states }, countOf) => states.reduce((sum, state) => sum + countOf(state), 0);

export function verdictOf({ value, atMost, atLeast, isBroken }) {
  if (isBroken) return 'missed';
  if (!hasSample(value)) return '';
  if (atMost !== undefined) return value <= atMost ? 'met' : 'missed';
  if (atLeast !== undefined) return value >= atLeast ? 'met' : 'missed';
  return '';
}

/** The seconds from a moment to the next of the times; infinite, which misses every goal, when none followed. */
export const secondsToNext = (timesMs, fromMs) => ((timesMs.find((ms) => ms > fromMs) ?? Infinity) - fromMs) / 1000;

/** A figure of which the run had no example. */
const hasSample = (value) => value !== null && value !== undefined && !Number.isNaN(Number(value));

const shown = (value) => {
  if (!hasSample(value)) return 'none';
  return Number.isInteger(Number(value)) ? String(Number(value)) : Number(value).toFixed(2);
};

export function asTable(rows) {
  const cells = rows.map(({ target, what, value, atMost, atLeast, verdict, note }) => [
    target,
    what,
    shown(value),
    atMost !== undefined ? `at most ${atMost}` : atLeast !== undefined ? `at least ${atLeast}` : '',
    note ? `${verdict}: ${note}` : verdict,
  ]);
  return asText([['target', 'figure', 'value', 'goal', 'verdict'], ...cells]);
}

/** The version of PostgreSQL. */
export const serverVersion = async (admin) => (await admin.query(`select current_setting('server_version') as version`)).rows[0].version;

export const headOf = (options, version) => [
  `commit ${commitOf(ROOT)}, seed ${options.seed}, queue in ${options.queue === 'redis' ? 'Redis' : 'PostgreSQL'}`,
  `Node ${process.versions.node}, PostgreSQL ${version}`,
  `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GiB`,
];
