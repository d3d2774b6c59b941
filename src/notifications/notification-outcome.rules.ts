import type { MailResult } from '../platform/mail/mail.types';
import { nextAttemptDelayMs } from '../platform/outbound/retry-schedule.rules';
import type { NotificationStatus } from './notification.entity';

/** The outcome of a mail for one of its notifications. */
export interface Outcome {
  status: Extract<NotificationStatus, 'pending' | 'delivered' | 'failed' | 'uncertain'>;
  errorCode: string | null;
  /** The delay before the next attempt; null when there is none. */
  delayMs: number | null;
}

/** The result of a mail, or an error of the service before anything was sent. */
export type SendingResult = MailResult | { kind: 'error' };

/**
 * Mail systems do not recognise repetitions, so only what the server has refused is repeated. A mail that reached some of its recipients is
 * delivered, and the code tells that it did not reach all.
 * @param attempts the attempts of the notification, this one included
 * @param random between 0 and 1, for the jitter of the delay
 */
export function outcomeOf(result: SendingResult, attempts: number, random: number): Outcome {
  switch (result.kind) {
    case 'accepted': {
      const errorCode = result.rejectedRecipients > 0 ? 'rejected_recipient' : null;
      return { status: 'delivered', errorCode, delayMs: null };
    }
    case 'unknown':
      return { status: 'uncertain', errorCode: result.errorCode, delayMs: null };
    case 'error':
      return retried('internal_error', attempts, random);
    case 'refused':
      if (result.retryable) return retried(result.errorCode, attempts, random);
      return { status: 'failed', errorCode: result.errorCode, delayMs: null };
  }
}

function retried(errorCode: string, attempts: number, random: number): Outcome {
  const delayMs = nextAttemptDelayMs(attempts, () => random, null);
  return { status: delayMs === null ? 'failed' : 'pending', errorCode, delayMs };
}
