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

it('a process bounds its young generation without an option of Node, and lets it grow up to that', () => {
  const { code } = transformFileSync(join(__dirname, 'heap-bounds.ts'), { module: { type: 'commonjs' } });
  const grownTo = (start: string) =>
    Number(execFileSync(process.execPath, ['--eval', code + start + PROGRAM], { encoding: 'utf8', env: {} }));
  expect(grownTo('exports.boundHeap(50);')).toBe(16);
});
