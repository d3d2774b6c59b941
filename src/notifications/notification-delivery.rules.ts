import type { Delivery } from '../workflows/runs/history/delivery-history.rules';
import type { NotificationStatus } from './notification.entity';
import { type DeliveryAttempt, nextAttemptDelayMs } from '../platform/outbound/delivery-outcome.rules';

/** The state of a submission's notification, as `NOTIFICATION_STATE` selects it. */
export interface NotificationState {
  status: NotificationStatus;
  attempts: number;
  deliveredAt: string | null;
  errorCode: string | null;
}

/** An SQL expression for the state of the notification of a submission `s`; null when there is none. */
export const NOTIFICATION_STATE = `
  (select json_build_object('status', n.status, 'attempts', n.attempts, 'deliveredAt', n.delivered_at, 'errorCode', n.error_code)
    from notifications n where n.form_id = s.form_id and n.submission_id = s.id)`;

export const notificationDelivery = ({ status, attempts, deliveredAt, errorCode }: NotificationState): Delivery => ({
  nodeId: null,
  name: null,
  channelType: 'notification',
  status: deliveryStatusOf(status, attempts),
  deliveredAt: deliveredAt === null ? null : new Date(deliveredAt),
  errorCode,
});

function deliveryStatusOf(status: NotificationStatus, attempts: number): Delivery['status'] {
  if (status === 'pending') return attempts > 0 ? 'retrying' : 'pending';
  if (status === 'claimed' || status === 'sending') return attempts > 1 ? 'retrying' : 'pending';
  return status;
}

/** The effect of an attempt to send a mail on one of its notifications. */
export interface NotificationProgress {
  status: Extract<NotificationStatus, 'pending' | 'delivered' | 'failed' | 'uncertain'>;
  errorCode: string | null;
  /** The delay before the next attempt; null when there is none. */
  delayMs: number | null;
}

/**
 * Repeats only what the server has refused, since mail systems do not detect duplicates. A mail that reached some of its recipients counts
 * as delivered, with the error code `rejected_recipient`.
 * @param attempts the attempts of the notification, including this one
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
