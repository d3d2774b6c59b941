import type { Delivery } from '../workflows/runs/history/delivery-history.rules';
import type { NotificationStatus } from './notification.entity';

/** The notification of a submission, as a statement that reads the submission contains it. */
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

/** The notification in the delivery history of its submission. */
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
