import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { commitOf } from '../../support/commit.mjs';
import { asText } from '../../support/table.mjs';
import { THIS_CHECKOUT } from './build.mjs';
import { boundOf, verdictOf } from './goals.mjs';
import { options } from './options.mjs';
import { FIGURES, shown } from './results.mjs';

const FOLDER = fileURLToPath(new URL('../results', import.meta.url));

/** What the figures depend on. */
export const headOf = (postgresVersion) =>
  [
    `commit ${commitOf(THIS_CHECKOUT)}${options.compare ? `, compared with ${commitOf(options.compare)}` : ''}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${postgresVersion}`,
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`,
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

/** The ratios of all figures of this build to those of the other one. */
export function comparisonTable(results, nameOfOther) {
  const ratiosOf = (result, name) =>
    Object.keys(result.medians(name)).map((figure) => [figure, result.ratio(name, nameOfOther(name), figure)]);
  const rowsOf = (result) =>
    result.names
      .filter((name) => result.names.includes(nameOfOther(name)))
      .map((name) => [name, Object.fromEntries(ratiosOf(result, name))]);
  return figureTable('this build : the other', results.flatMap(rowsOf), (ratio) => ratio.toFixed(2));
}

function figureTable(head, rows, show) {
  const figures = Object.keys(FIGURES).filter((figure) => rows.some(([, values]) => figure in values));
  const cells = rows.map(([name, values]) => [name, ...figures.map((figure) => (figure in values ? show(values[figure]) : ''))]);
  return [[head, ...figures.map((figure) => FIGURES[figure])], ...cells];
}

/** Writes bench/results/<date>-<commit>.md and returns its path. */
export async function save(head, tables) {
  const day = new Date().toISOString().slice(0, 10);
  const other = options.compare ? `-and-${commitOf(options.compare)}` : '';
  const file = `${FOLDER}/${day}-${commitOf(THIS_CHECKOUT)}${other}.md`;
  const lines = head.split('\n').map((line) => `- ${line}`);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(file, `# Benchmark of ${day}\n\n${lines.join('\n')}\n\n${tables.map(asText).join('\n\n')}\n`);
  return file;
}
