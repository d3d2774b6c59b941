import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { commitOf } from '../../support/commit.mjs';
import { THIS_CHECKOUT } from './build.mjs';
import { boundOf, verdictOf } from './goals.mjs';
import { options } from './options.mjs';
import { FIGURES, shown } from './results.mjs';

const FOLDER = fileURLToPath(new URL('../results', import.meta.url));

/** The surroundings that the figures depend on. */
export const headOf = (postgresVersion, other) =>
  [
    `commit ${commitOf(THIS_CHECKOUT)}${other ? `, compared with ${commitOf(other)}` : ''}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${postgresVersion}`,
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}`,
    'load from wrk, one thread',
    `${options.seconds} s a load`,
  ].join('\n');

/** The goals as the rows of a table. */
export const goalTable = (goals) => [
  ['goal', 'measured', 'required', '', 'of', 'µs Node + PostgreSQL', 'of the reference'],
  ...goals.map((goal) => {
    const [own, others] = goal.cpu.map(costOf);
    return [goal.goal, shown(goal.value), boundOf(goal), verdictOf(goal), goal.what, own, others ?? ''];
  }),
];

const costOf = (medians) => (medians?.cpuUs === undefined ? '' : `${shown(medians.nodeUs)} + ${shown(medians.postgresUs)}`);

/** The medians of all measurements as the rows of a table. */
export const medianTable = (results) =>
  figureTable(
    'median',
    results.flatMap((result) => result.names.map((name) => [name, result.medians(name)])),
    shown,
  );

/** The figures of this build beside those of the other one. */
export const comparisonTable = (compared) => [
  ['measured in turn', '', 'this build', 'the other', 'ratio', 'of the rounds', ''],
  ...compared.map(({ name, figure, own, other, ratio, lowest, highest, verdict }) => [
    ...[name, FIGURES[figure], shown(own), shown(other), ratio.toFixed(2)],
    ...[`${lowest.toFixed(2)} to ${highest.toFixed(2)}`, verdict],
  ]),
];

/** Says what is worse than in the other build, by more than the rounds differ from each other. */
export function worseIn(compared) {
  const worse = compared.filter(({ verdict }) => verdict === 'worse');
  if (worse.length === 0) return 'Nothing is worse in every round.';
  return `Worse in every round: ${worse.map(({ name, figure, ratio }) => `${name} (${FIGURES[figure]}, ${ratio.toFixed(2)})`).join('; ')}.`;
}

function figureTable(head, rows, show) {
  const figures = Object.keys(FIGURES).filter((figure) => rows.some(([, values]) => figure in values));
  const cells = rows.map(([name, values]) => [name, ...figures.map((figure) => (figure in values ? show(values[figure]) : ''))]);
  return [[head, ...figures.map((figure) => FIGURES[figure])], ...cells];
}

/** Writes bench/results/<date>-<commit>.md and returns its path. */
export async function save(head, parts, other) {
  const day = new Date().toISOString().slice(0, 10);
  const file = `${FOLDER}/${day}-${commitOf(THIS_CHECKOUT)}${other ? `-and-${commitOf(other)}` : ''}.md`;
  const lines = head.split('\n').map((line) => `- ${line}`);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(file, `# Benchmark of ${day}\n\n${lines.join('\n')}\n\n${parts.join('\n\n')}\n`);
  return file;
}
