import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * `claimed`: a worker prepares the mail, and another one repeats it after a crash. `sending`: the worker transmits the content, so after a
 * crash the mail server may have the mail.
 */
export type NotificationStatus = 'pending' | 'claimed' | 'sending' | 'delivered' | 'failed' | 'uncertain';

/** The notification of one submission. Several notifications of a form are sent as one mail. */
@Entity('notifications')
export class NotificationEntity {
  @PrimaryColumn('uuid') formId: string;
  @PrimaryColumn('uuid') submissionId: string;
  @Column('text') status: NotificationStatus;
  @Column('integer') attempts: number;
  /** The time at which a worker has to look at the notification again; null when it is done. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) dueAt: Date | null;
  /** The mail with which a worker sends the notification. It fences writes by workers that have lost the notification. */
  @Column('uuid', { nullable: true }) mailId: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) deliveredAt: Date | null;
  @Column('text', { nullable: true }) errorCode: string | null;
  /** The time at which somebody decided that nothing has to be done about a mail that was not sent. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) dismissedAt: Date | null;
}

/** A mail that counts towards the limits of its account and form. Refused mails are not counted. */
@Entity('notification_mails')
export class NotificationMailEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('uuid') formId: string;
  /** The time at which sending began, or at which the mail server accepted the mail. */
  @Column({ type: 'timestamptz', precision: 3 }) sentAt: Date;
  /** True for a mail of a workflow test, which does not count towards the limit of the form. */
  @Column('boolean') isTest: boolean;
}
