// Measures the service beside simpler programs, or beside another build of it: npm run bench [-- <case> ...]. See lab/bench/README.md.
import { spawnSync } from 'node:child_process';
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs';
import { intake } from './cases/intake.mjs';
import { latency } from './cases/latency.mjs';
import { overloadCase } from './cases/overload.mjs';
import { processes } from './cases/processes.mjs';
import { reads } from './cases/reads.mjs';
import { runs } from './cases/runs.mjs';
import { fail } from '../support/arguments.mjs';
import { endAll, runProgram } from '../support/at-end.mjs';
import { prepareBuild, THIS_CHECKOUT } from './support/build.mjs';
import { options } from './support/options.mjs';
import { startPostgres } from '../support/postgres.mjs';
import { asText } from '../support/table.mjs';
import { comparisonTable, goalTable, headOf, medianTable, save } from './support/report.mjs';
import { interleaved } from './support/results.mjs';

const CASES = { intake, reads, runs, latency, processes, overload: overloadCase };

const unknown = options.cases.filter((name) => !(name in CASES));
if (unknown.length > 0) fail(`There is no case ${unknown.join(', ')}. The cases are: ${Object.keys(CASES).join(', ')}.`);
if (spawnSync('wrk', ['-v']).error) fail('The load comes from wrk, which is not installed: apt-get install wrk.');

await buildIfNeeded();
await runProgram(bench);

async function bench() {
  let head = '';
  const goals = [];
  const results = [];
  for (const [name, definition] of Object.entries(CASES)) {
    if (options.cases.length > 0 && !options.cases.includes(name)) continue;
    const postgres = await startPostgres();
    if (head === '') console.log((head = headOf(postgres.version)));
    console.log(`\n${name}`);
    const result = await (options.compare ? compareBuilds : compareWithReferences)(postgres, definition);
    results.push(result);
    if (!options.compare) goals.push(...definition.goals(result));
    await endAll();
  }
  const tables = options.compare ? [comparisonTable(results, otherName)] : [goalTable(goals)];
  tables.push(medianTable(results));
  for (const table of tables) console.log(`\n${asText(table)}`);
  if (options.save) console.log(`\nWritten to ${await save(head, tables)}.`);
}

async function compareWithReferences(postgres, definition) {
  const subject = await definition.prepare(await prepareBuild(postgres, THIS_CHECKOUT, 'forms_bench'));
  const references = await definition.references(subject);
  return interleaved({ ...references, ...definition.service(subject) }, definition);
}

/**
 * Each build runs twice, and takes turns in an order in which neither comes first: two processes of one build differ by up to a tenth, by what
 * they compiled when and by their place among the others.
 */
async function compareBuilds(postgres, definition) {
  const prepare = async (checkout, name) => definition.service(await definition.prepare(await prepareBuild(postgres, checkout, name)));
  const own = [await prepare(THIS_CHECKOUT, 'forms_bench')];
  const other = [await prepare(options.compare, 'forms_bench_other'), await prepare(options.compare, 'forms_bench_other_again')];
  own.push(await prepare(THIS_CHECKOUT, 'forms_bench_again'));
  const pairs = Object.keys(own[0]).flatMap((name) => [
    [name, inTurn(own.map((services) => services[name]))],
    [otherName(name), inTurn(other.map((services) => services[name]))],
  ]);
  return interleaved(Object.fromEntries(pairs), { ...definition, warmUp: 2 * (definition.warmUp ?? 1) });
}

function inTurn(works) {
  let turn = 0;
  return () => works[turn++ % works.length]();
}

function otherName(name) {
  return `${name}, other build`;
}
