import { aNode, aWebhook } from '../../../../test/support/workflows';
import { MAX_ATTEMPTS, type Outcome } from '../../../platform/outbound/delivery-outcome.rules';
import { MAX_LOST_WORKERS } from '../store/run.types';
import { interruptedAttempt, retryDelayMs } from './attempt-outcome.rules';
import { UNSTARTED } from './step-states';

const WEBHOOK = aWebhook('a');
const CHAT = aNode('chat', 'slack', { url: 'https://chat.example.com/hook' });
const UNCERTAIN: Outcome = { kind: 'uncertain', errorCode: 'timeout' };
const RETRY: Outcome = { kind: 'retry', errorCode: 'http_5xx', retryAfterSeconds: 60 };

const delayAfter = (outcome: Outcome, attempts: number, node = WEBHOOK) =>
  retryDelayMs({ node, outcome, output: null, endedAt: new Date(), httpStatus: 200 }, attempts, () => 0.5);

describe('an attempt', () => {
  it('that was refused for now is repeated, no sooner than its receiver asks for', () => {
    expect([delayAfter(RETRY, 1), delayAfter(RETRY, 2)]).toEqual([60_000, 300_000]);
    expect(delayAfter(RETRY, MAX_ATTEMPTS)).toBeNull();
  });

  it('that may have arrived is repeated only where it may arrive twice', () => {
    expect([delayAfter(UNCERTAIN, 1), delayAfter(UNCERTAIN, 1, CHAT)]).toEqual([5_000, null]);
  });

  it('that was delivered or has failed for good is not repeated', () => {
    expect(delayAfter({ kind: 'delivered' }, 1)).toBeNull();
    expect(delayAfter({ kind: 'failed', errorCode: 'http_4xx', isGone: false }, 1)).toBeNull();
  });
});

describe('an attempt whose worker crashed', () => {
  const interrupted = (node = WEBHOOK, members = {}, isPoison = false) => {
    const { attempt, delayMs } = interruptedAttempt(node, { ...UNSTARTED, nodeId: node.id, attemptCount: 1, ...members }, isPoison);
    return [attempt.outcome.kind, attempt.output, delayMs];
  };

  it('is uncertain, and repeated soon where it may arrive twice', () => {
    expect(interrupted()).toEqual(['uncertain', { lost_workers: 1 }, 5_000]);
    expect(interrupted(CHAT)).toEqual(['uncertain', { lost_workers: 1 }, null]);
    expect(interrupted(WEBHOOK, { attemptCount: MAX_ATTEMPTS })).toEqual(['uncertain', { lost_workers: 1 }, null]);
  });

  it('has failed when it is suspected of the crashes', () => {
    const output = { lost_workers: MAX_LOST_WORKERS - 1 };
    expect(interrupted(WEBHOOK, { output })).toEqual(['failed', { lost_workers: MAX_LOST_WORKERS }, null]);
    expect(interrupted(WEBHOOK, {}, true)).toEqual(['failed', { lost_workers: 1 }, null]);
  });
});
