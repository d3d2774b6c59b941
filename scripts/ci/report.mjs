import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';

/** The names and numbers of the columns. */
const COLUMNS = { step: 'name', verdict: 'verdict', took: 'took', tests: 'tests', 'began (UTC)': 'began' };
const MORE = { commit: 'commit', Node: 'node', command: 'command' };

/** Keeps the last result of each step in `results.json`, and writes all of them into `report.md`, in the order of these names. */
export function addToReport(result, names, folder) {
  const file = join(folder, 'results.json');
  const old = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const others = old.filter(({ name }) => name !== result.name);
  const results = names.flatMap((name) => [...others, result].filter((each) => each.name === name));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(folder, 'report.md'), reportOf(results));
}

function reportOf(results) {
  const columns = Object.entries({ ...COLUMNS, ...MORE });
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const verdicts = [...new Set(results.map(({ verdict }) => verdict))];
  const counted = verdicts.map((verdict) => `${results.filter((each) => each.verdict === verdict).length} ${verdict}`);
  return [
    '# The last night',
    `Written by \`.ci/nightly\`: ${counted.join(', ')}.`,
    MACHINE,
    [
      row(columns.map(([head]) => head)),
      row(columns.map(() => '---')),
      ...results.map((result) => row(columns.map(([, member]) => result[member] ?? ''))),
    ].join('\n'),
    ...results.filter(({ lines }) => lines).map(({ name, verdict, lines }) => `## ${name}: ${verdict}\n\n\`\`\`\`text\n${lines}\n\`\`\`\``),
    '',
  ].join('\n\n');
}

const MACHINE = `${cpus().length} processors (${cpus()[0].model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}.`;
