import { type DeliveryAttempt, nextAttemptDelayMs } from '../platform/outbound/delivery-outcome.rules';
import type { NotificationStatus } from './notification.entity';

/** What an attempt changes in one of the notifications of its mail. */
export interface NotificationProgress {
  status: Extract<NotificationStatus, 'pending' | 'delivered' | 'failed' | 'uncertain'>;
  errorCode: string | null;
  /** The delay before the next attempt; null when there is none. */
  delayMs: number | null;
}

/**
 * Mail systems do not recognise repetitions, so only what the server has refused is repeated. A mail that reached some of its recipients is
 * delivered, and the code tells that it did not reach all.
 * @param attempts the attempts of the notification, this one included
 * @param random between 0 and 1, for the jitter of the delay
 */
export function progressOf({ outcome, answer }: DeliveryAttempt, attempts: number, random: number): NotificationProgress {
  if (outcome.kind === 'delivered') {
    const errorCode = answer.rejected_recipients ? 'rejected_recipient' : null;
    return { status: 'delivered', errorCode, delayMs: null };
  }
  const { kind, errorCode } = outcome;
  if (kind !== 'retry') return { status: kind, errorCode, delayMs: null };
  const delayMs = nextAttemptDelayMs(attempts, () => random, null);
  return { status: delayMs === null ? 'failed' : 'pending', errorCode, delayMs };
}
