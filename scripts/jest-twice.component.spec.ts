import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, 'jest-twice.mjs');
const PASSING = `test('passes', () => undefined);`;
const FAILING = `test('fails', () => { throw new Error('always'); });`;
/** Passes when its file has run before. */
const PASSING_LATER = `const { existsSync, writeFileSync } = require('node:fs');
test('passes later', () => {
  const isFirst = !existsSync(__filename + '.ran');
  writeFileSync(__filename + '.ran', '');
  if (isFirst) throw new Error('not yet');
});`;

/** Runs these test files in a project of their own. */
async function runOf(files: Record<string, string>): Promise<{ code: number; output: string; onlyAlone: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'jest-twice-'));
  for (const [name, text] of Object.entries({ 'jest.config.js': 'module.exports = { maxWorkers: 1 };', ...files }))
    await writeFile(join(folder, name), text);
  const list = join(folder, 'only-alone');
  const env = { PATH: process.env.PATH, PASSED_ONLY_ALONE: list };
  const ended = await new Promise<{ code: number; output: string }>((resolve) =>
    execFile(process.execPath, [SCRIPT], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: (error?.code as number | undefined) ?? 0, output: stdout + stderr }),
    ),
  );
  return { ...ended, onlyAlone: await readFile(list, 'utf8').catch(() => '') };
}

it('runs a file that failed once more, and names it when it passes then', async () => {
  const { code, output, onlyAlone } = await runOf({ 'a.test.js': PASSING, 'b.test.js': PASSING_LATER });
  expect(code).toBe(0);
  expect(output).toContain('passed only alone: b.test.js');
  expect(output).toContain('beside others: 1 of 2 tests passed, 1 failed; the failed files alone: 1 of 1 tests passed');
  expect(onlyAlone).toBe('b.test.js\n');
});

it('fails when a file fails twice, also beside one that passes then', async () => {
  const { code, output, onlyAlone } = await runOf({ 'a.test.js': FAILING, 'b.test.js': PASSING_LATER });
  expect(code).toBe(1);
  expect(output).toContain('failed twice: a.test.js');
  expect(onlyAlone).toBe('b.test.js\n');
});

it('runs nothing twice when all passes, and fails when no test is found', async () => {
  const { code, output } = await runOf({ 'a.test.js': PASSING });
  expect([code, output.includes('once more')]).toEqual([0, false]);
  expect((await runOf({})).code).toBe(1);
});
