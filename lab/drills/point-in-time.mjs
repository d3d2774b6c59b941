// Deletes a form, restores the database to the second before, and checks what the service makes of it: node lab/drills/point-in-time.mjs. Takes
// about a minute. See docs/failover.md.
import { buildIfChanged } from '../../scripts/build-if-changed.mjs';
import { missingServer } from './support/archived-postgres.mjs';
import { runProgram } from '../support/at-end.mjs';

if (missingServer()) {
  console.log('Skipped, since no complete PostgreSQL is installed in /usr/lib/postgresql.');
} else {
  await buildIfChanged();
  await runProgram(async () => {
    const { restoreToPointInTime } = await import('./support/drill.mjs'); // which needs the build
    const findings = await restoreToPointInTime();
    for (const { what, isAsExpected } of findings) console.log(`${isAsExpected ? 'ok    ' : 'FAILED'} ${what}`);
    return findings.every(({ isAsExpected }) => isAsExpected) ? 0 : 1;
  });
}
