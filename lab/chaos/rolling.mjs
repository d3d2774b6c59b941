// Restarts processes of the service in turn under load, and counts what clients see of it: npm run chaos:rolling [--
// options]. See lab/chaos/README.md.
import { runProgram } from '../support/at-end.mjs';
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs';
import { options } from './rolling/options.mjs';

await buildIfNeeded();
await runProgram(async () => {
  const { restartInTurn } = await import('./rolling/restarts.mjs'); // which needs the build
  const { text, isPassed } = await restartInTurn(options);
  console.log(`\n${text}`);
  return isPassed ? 0 : 1;
});
