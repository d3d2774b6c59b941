import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { transformFileSync } from '@swc/core';

/** Makes objects of which some live for a while, in turns of the event loop as requests do, and prints the megabytes of the young generation. */
const PROGRAM = `
  const kept = [];
  let turns = 0;
  const timer = setInterval(() => {
    for (let n = 0; n < 20000; n += 1) kept[n % 10 ? 0 : (turns * 2000 + n / 10) % 50000] = { n, text: 'x' + n };
    if (++turns < 300) return;
    clearInterval(timer);
    const { space_size: bytes } = require('node:v8').getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    console.log(bytes / 2 ** 20);
  }, 3);`;

/** Keeps 40 MB of objects for a while, drops them, and prints what part of the heap is left once that is less than half, or after 20 s. */
const DROPPING_PROGRAM = `
  let kept = Array.from({ length: 400000 }, (_, n) => ({ n, text: 'x' + n }));
  const { getHeapStatistics } = require('node:v8');
  const megabytes = () => getHeapStatistics().used_heap_size / 2 ** 20;
  const before = megabytes();
  const until = Date.now() + 20000;
  setTimeout(() => { kept = undefined; }, 100);
  const timer = setInterval(() => {
    if (megabytes() > before / 2 && Date.now() < until) return;
    clearInterval(timer);
    console.log(megabytes() / before);
  }, 100);`;

it('a process bounds its young generation without an option of Node, and lets it grow up to that', () => {
  expect(printedBy('exports.boundHeap(50);' + PROGRAM)).toBe(16);
});

it('a process gives back what its last load took as soon as it is quiet', () => {
  expect(printedBy('exports.collectWhenQuiet();' + DROPPING_PROGRAM)).toBeLessThan(0.5);
});

/** The number that a program prints which begins with the module under test. */
function printedBy(program: string): number {
  const { code } = transformFileSync(join(__dirname, 'heap-bounds.ts'), { module: { type: 'commonjs' } });
  return Number(execFileSync(process.execPath, ['--eval', code + program], { encoding: 'utf8', env: {} }));
}
