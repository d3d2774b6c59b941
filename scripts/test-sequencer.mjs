import TestSequencer from '@jest/test-sequencer';

/**
 * The order of the test files. The long ones mostly wait, for leases, timeouts and processes, so they are spread over the others, which
 * use the processors meanwhile. The longest begin first, so that none of them runs alone at the end.
 */
export default class LongFilesSequencer extends TestSequencer {
  sort(tests) {
    const sorted = super.sort([...tests]);
    const long = sorted.filter(isLong).sort((a, b) => rankOf(a) - rankOf(b));
    const others = sorted.filter((test) => !isLong(test));
    const spread = long.flatMap((test) => [test, ...others.splice(0, OTHERS_FOR_EACH)]);
    return [...spread, ...others];
  }
}

const OTHERS_FOR_EACH = 3;

const isLong = (test) =>
  ['faults', 'browser'].includes(test.context.config.displayName.name) || rankOf(test) < LONGEST.length;

/** Longest first. The order only saves time, so this list need not be complete. */
const LONGEST = [
  'frozen-database.faults',
  'engine-workers.faults',
  'killed-workers.faults',
  'killed-uploads.faults',
  'notifications.e2e',
  'form-pages.browser',
  'start-test.e2e',
  'embed-trials.browser',
  'visitor-paths.browser',
  'fuzzed-requests.e2e',
  'big-form-deletion.faults',
  'field-contract-lock.e2e',
  'hostile-input.e2e',
  'limits-of-forms.e2e',
  'chat-and-mail.e2e',
  'document.contract',
  'killed-service.faults',
  'counters.e2e',
  'embed.browser',
  'outages-during-start.faults',
  'engine-crash-windows.faults',
  'concurrency.e2e',
  'query-plans.db',
  'resilient-queue.faults',
  'resilient-queue.component',
].map((name) => `${name}.spec.ts`);

function rankOf({ path }) {
  const rank = LONGEST.findIndex((name) => path.endsWith(name));
  return rank < 0 ? LONGEST.length : rank;
}
