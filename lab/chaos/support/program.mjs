import { writeFile } from 'node:fs/promises';
import { buildIfChanged } from '../../../scripts/build-if-changed.mjs';
import { endAll, runProgram } from '../../support/at-end.mjs';

/**
 * Runs a trial as a program, which it ends when it hangs: prints its report, or also writes it to a file, and exits with 1 when a goal was
 * missed. The trial is loaded when the build is there, which it needs.
 */
export async function runAsProgram(trial, { withinSeconds, save }) {
  await buildIfChanged();
  await runProgram(async () => {
    setTimeout(giveUp, withinSeconds * 1000).unref();
    const { text, missed } = await trial();
    console.log(`\n${text}`);
    if (save) await writeFile(save, `${text}\n`);
    process.send?.(missed);
    return missed.length === 0 ? 0 : 1;
  });
}

async function giveUp() {
  console.error('The run has not ended in time.');
  await endAll();
  process.exit(1);
}
