import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { atEnd } from '../support/at-end';
import { waitUntil } from '../support/wait-until';

const moduleOf = (name: string) => pathToFileURL(join(__dirname, '../../scripts/ci', name)).href;

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ci-'));
  atEnd(() => rm(folder, { recursive: true }));
  return folder;
}

/** Runs a module, as the programs of CI are processes, too. */
const run = (script: string): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) =>
    execFile(process.execPath, ['--input-type=module', '--eval', script], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  );

const runLanes = (first: object, ...lanes: object[][]) =>
  run(`import { runLanes } from '${moduleOf('lanes.mjs')}';
    process.exitCode = (await runLanes(${JSON.stringify(first)}, ${JSON.stringify(lanes)})) ? 0 : 1;`);

const aStep = (name: string, command = 'true', more: object = {}) => ({ name, command, minutes: 5, ...more });
const closingOf = (...numbers: string[]) => `echo 'Tests:       ${numbers.join(', ')}'`;

describe('lanes', () => {
  it('pass when all of their steps pass, and count the tests of Jest, and other steps as one', async () => {
    const { code, output } = await runLanes(
      aStep('build'),
      [aStep('lint'), aStep('unit', closingOf('2 skipped', '5 passed', '7 total'))],
      [aStep('e2e', closingOf('6 passed', '6 total'))],
    );
    expect(code).toBe(0);
    expect(output.trimEnd().split('\n').slice(-2)).toEqual(['Tests:       2 skipped, 13 passed, 15 total', '13 passed, 0 failed']);
  });

  it('fail with a step that fails, after all others have run, and name it and its tests at the end', async () => {
    const failing = `echo '  ● a form › is stored'; echo rest; ${closingOf('1 failed', '3 passed', '4 total')}; exit 1`;
    const { code, output } = await runLanes(aStep('build'), [aStep('unit', failing), aStep('smoke')], [aStep('e2e', 'exit 3')]);
    expect(code).toBe(1);
    expect(output).toMatch(/^== unit: failed\n {2}● a form › is stored$/m);
    expect(output).toMatch(/^passed {3}0:00 {2}smoke$/m);
    expect(output).toMatch(/^5 passed, 2 failed\n$/m);
  });

  it('do not begin when the first step has failed', async () => {
    const { code, output } = await runLanes(aStep('build', 'exit 1'), [aStep('unit')]);
    expect([code, output.includes('unit')]).toEqual([1, false]);
  });

  it('begin with what is independent of the first step', async () => {
    const folder = await aFolder();
    const waiting = `until [ -e ${folder}/beside ]; do sleep 0.05; done`;
    const beside = aStep('format', `touch ${folder}/beside`, { independent: true });
    const { code, output } = await runLanes(aStep('build', waiting), [beside, aStep('unit')]);
    expect(code).toBe(0);
    expect(output).toMatch(/^passed {3}0:00 {2}unit$/m);
  });

  it('end a step at its limit, with what it has started in groups of its own', async () => {
    const folder = await aFolder();
    const hanging = `trap '' TERM; setsid sleep 1000 & echo $! >${folder}/pid; echo waiting; wait; sleep 1000`;
    const limits = { minutes: 0.01, graceMs: 100 };
    const { code, output } = await runLanes(aStep('build'), [aStep('chaos', hanging, limits), aStep('smoke')]);
    expect(code).toBe(1);
    expect(output).toMatch(/^== chaos: hung\nwaiting$/m);
    expect(output).toContain('== smoke: passed');
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
    await waitUntil(() => !isRunning(pid));
  });
});

/** A process that has ended stays a zombie where nobody takes its exit code. */
const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

describe('the report of the night', () => {
  const addToReport = (result: object, folder: string) =>
    run(`import { addToReport } from '${moduleOf('report.mjs')}';
      addToReport(${JSON.stringify(result)}, ['fuzz', 'store'], ${JSON.stringify(folder)});`);

  it('has the last result of each step, and the last lines of those that failed', async () => {
    const folder = await aFolder();
    const failed = { name: 'store', verdict: 'hung', lines: 'no answer', commit: 'abc' };
    for (const result of [failed, { ...failed, commit: 'def' }, { name: 'fuzz', verdict: 'passed' }])
      expect(await addToReport(result, folder)).toEqual({ code: 0, output: '' });
    const text = await readFile(join(folder, 'report.md'), 'utf8');
    expect(text).toContain('1 passed, 1 hung.');
    expect(text).toMatch(/^\| fuzz \| passed \|.*\n\| store \| hung \|.* def \|/m);
    expect(text).toContain('## store: hung\n\n````text\nno answer\n````\n');
    expect(text).not.toContain('abc');
  });
});
