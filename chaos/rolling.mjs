// Restarts processes of the service in turn under load, and counts what clients see of it: npm run chaos:rolling [-- options]. See chaos/README.md.
import { endAll, endOnSignals, isInterrupted } from '../bench/support/at-end.mjs';
import { buildIfNeeded } from '../scripts/build-if-needed.mjs';
import { options } from './rolling/options.mjs';

await buildIfNeeded();
endOnSignals();
try {
  const { restartInTurn } = await import('./rolling/restarts.mjs'); // which needs the build
  const { text, isPassed } = await restartInTurn(options);
  console.log(`\n${text}`);
  process.exitCode = isPassed ? 0 : 1;
} catch (error) {
  if (!isInterrupted()) console.error(error);
  process.exitCode = 1;
} finally {
  await endAll();
}
