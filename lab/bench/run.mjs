// Measures the service beside simpler programs, or beside another build of it: npm run bench [-- <case> ...]. See lab/bench/README.md.
import { spawnSync } from 'node:child_process';
import { buildIfChanged } from '../../scripts/build-if-changed.mjs';
import { change } from './cases/change.mjs';
import { intake } from './cases/intake.mjs';
import { latency } from './cases/latency.mjs';
import { overloadCase } from './cases/overload.mjs';
import { processes } from './cases/processes.mjs';
import { reads } from './cases/reads.mjs';
import { runs } from './cases/runs.mjs';
import { fail } from '../support/arguments.mjs';
import { endAll, runProgram, stepsSoFar } from '../support/at-end.mjs';
import { buildCommit, prepareBuild, THIS_CHECKOUT } from './support/build.mjs';
import { isComparison, options } from './support/options.mjs';
import { startPostgres } from '../support/postgres.mjs';
import { asText } from '../support/table.mjs';
import { comparisonTable, goalTable, headOf, medianTable, save, worseIn } from './support/report.mjs';
import { interleaved } from './support/results.mjs';

const CASES = { intake, reads, runs, latency, processes, overload: overloadCase, change };
/** The cases of a call that names none. */
const USUAL = isComparison ? ['change', 'runs'] : Object.keys(CASES).filter((name) => name !== 'change');

/** The end of the name of a measurement of the other build. */
const OTHER = ', other build';

const unknown = options.cases.filter((name) => !(name in CASES));
if (unknown.length > 0) fail(`There is no case ${unknown.join(', ')}. The cases are: ${Object.keys(CASES).join(', ')}.`);
if (!isComparison && options.cases.includes('change')) fail('The case change compares two builds: name the other one with --against.');
if (spawnSync('wrk', ['-v']).error) fail('The load comes from wrk, which is not installed: apt-get install wrk.');

await buildIfChanged();
await runProgram(bench);

async function bench() {
  const other = options.against ? await buildCommit(options.against) : options.compare;
  let head = '';
  const [results, goals, compared] = [[], [], []];
  for (const name of options.cases.length > 0 ? options.cases : USUAL) {
    const steps = stepsSoFar();
    const postgres = await startPostgres();
    if (head === '') console.log((head = headOf(postgres.version, other)));
    console.log(`\n${name}`);
    const result = await (other ? compareBuilds(postgres, CASES[name], other) : compareWithReferences(postgres, CASES[name]));
    results.push(result);
    if (other) compared.push(...ownNames(result).flatMap((own) => result.compared(own, otherName(own))));
    else goals.push(...CASES[name].goals(result));
    await endAll(steps);
  }
  const tables = other ? [comparisonTable(compared)] : [goalTable(goals), medianTable(results)];
  const parts = [...tables.map(asText), ...(other ? [worseIn(compared)] : [])];
  for (const part of parts) console.log(`\n${part}`);
  if (options.save) console.log(`\nWritten to ${await save(head, parts, other)}.`);
}

async function compareWithReferences(postgres, definition) {
  const subject = await definition.prepare(await prepareBuild(postgres, THIS_CHECKOUT, 'forms_bench'));
  const references = await definition.references(subject);
  return interleaved({ ...references, ...definition.service(subject) }, definition);
}

/**
 * Each build runs twice, and takes turns in an order in which neither comes first: two processes of one build differ by up to a tenth, by what
 * they compiled when and by their place among the others. Both processes of a build are measured in as many rounds.
 */
async function compareBuilds(postgres, definition, checkout) {
  const prepare = async (from, name) => definition.service(await definition.prepare(await prepareBuild(postgres, from, name)));
  const own = [await prepare(THIS_CHECKOUT, 'forms_bench')];
  const other = [await prepare(checkout, 'forms_bench_other'), await prepare(checkout, 'forms_bench_other_again')];
  own.push(await prepare(THIS_CHECKOUT, 'forms_bench_again'));
  const pairs = Object.keys(own[0]).flatMap((name) => [
    [name, inTurn(own.map((services) => services[name]))],
    [otherName(name), inTurn(other.map((services) => services[name]))],
  ]);
  const { rounds = 5, warmUp = 1 } = definition;
  return interleaved(Object.fromEntries(pairs), { rounds: 2 * Math.ceil(rounds / 2), warmUp: 2 * warmUp });
}

function inTurn(works) {
  let turn = 0;
  return () => works[turn++ % works.length]();
}

function otherName(name) {
  return `${name}${OTHER}`;
}

function ownNames({ names }) {
  return names.filter((name) => !name.endsWith(OTHER));
}
