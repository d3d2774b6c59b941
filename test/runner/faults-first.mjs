import TestSequencer from '@jest/test-sequencer';

/**
 * Jest's order, but that files of faults begin first. They mostly wait, for leases and limits of time, so that others use the processors
 * meanwhile; at the end nothing would be left to run beside them.
 */
export default class FaultsFirst extends TestSequencer {
  sort(tests) {
    const isOfFaults = ({ context }) => context.config.displayName?.name === 'faults';
    const sorted = super.sort(tests);
    return [...sorted.filter(isOfFaults), ...sorted.filter((test) => !isOfFaults(test))];
  }
}
