import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
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

/** The rows of the report; `verdict` is `missed` where a goal was not reached. */
export function reportRows({ invariants, figures, hits, hitsGoal, verification, world, accepted, seconds }) {
  const isProvoked = ({ provokedBy }) => provokedBy.every((name) => world.provoked[name] !== 0);
  const rows = invariantRows(invariants, isProvoked);
  rows.push({ target: 'R5', what: 'violations that the command verify found', value: verification.length, atMost: 0 });
  rows.push(...provocationRows(world));
  rows.push(...figures);
  for (const [name, count] of hitsGoal > 0 ? Object.entries(hits) : [])
    rows.push({ target: 'C4', what: `processes killed at the fail point ${name}`, value: count, atLeast: hitsGoal });
  const of = (program) => world.events.kills.filter((kill) => kill.program === program && kill.signal === 'SIGKILL').length;
  rows.push({ target: 'R1', what: 'accepted submissions', value: accepted });
  rows.push({
    target: 'R1',
    what: 'accepted submissions a second while faults happened',
    value: seconds > 0 ? accepted / seconds : NaN,
  });
  rows.push({ target: 'R1', what: 'kills of API processes', value: of('main') });
  rows.push({ target: 'R1', what: 'kills of workers', value: of('worker') });
  rows.push({
    target: 'R1',
    what: 'kills of PostgreSQL',
    value: (world.counts['kill PostgreSQL'] ?? 0) + (world.counts['kill a backend'] ?? 0),
  });
  return rows.map((row) => ({ ...row, verdict: verdictOf(row) }));
}

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
  const table = [['target', 'figure', 'value', 'goal', 'verdict'], ...cells];
  const widths = table[0].map((_, column) => Math.max(3, ...table.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(table[0]), line(widths.map((width) => '-'.repeat(width))), ...table.slice(1).map(line)].join('\n');
}

/** Of PostgreSQL. */
export const serverVersion = async (admin) => (await admin.query(`select current_setting('server_version') as version`)).rows[0].version;

export function headOf(options, version) {
  const git = (...parameters) => execFileSync('git', ['-C', ROOT, ...parameters], { encoding: 'utf8' }).trim();
  let commit = 'unknown';
  try {
    commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') ? '-dirty' : '');
  } catch {
    // not a checkout
  }
  return [
    `commit ${commit}, seed ${options.seed}, queue in ${options.queue === 'redis' ? 'Redis' : 'PostgreSQL'}`,
    `Node ${process.versions.node}, PostgreSQL ${version}`,
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GiB`,
  ];
}
