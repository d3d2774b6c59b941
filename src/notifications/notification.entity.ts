import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * `claimed`: a worker writes the mail, and another one repeats it when that worker crashes. `sending`: the content is
 * on its way to the mail server, which may have the mail when the worker crashes.
 */
export type NotificationStatus = 'pending' | 'claimed' | 'sending' | 'delivered' | 'failed' | 'uncertain';

/** The notification of one submission. Several of a form are sent as one mail. */
@Entity('notifications')
export class NotificationEntity {
  @PrimaryColumn('uuid') formId: string;
  @PrimaryColumn('uuid') submissionId: string;
  @Column('text') status: NotificationStatus;
  /** The number of mails that were begun. */
  @Column('integer') attempts: number;
  /** The time when a worker has to look next; null when it is done. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) dueAt: Date | null;
  /** The mail that a worker sends. It fences writes of workers that have lost the notification. */
  @Column('uuid', { nullable: true }) mailId: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) deliveredAt: Date | null;
  @Column('text', { nullable: true }) errorCode: string | null;
}

/** A mail of the last hour, for the limits of its account and form. A notification that was refused is not counted. */
@Entity('notification_mails')
export class NotificationMailEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('uuid') formId: string;
  /** The time when it was begun and, once the mail server has it, of that. */
  @Column({ type: 'timestamptz', precision: 3 }) sentAt: Date;
  /** True for a mail that a test of a workflow sends, which is none of the form. */
  @Column('boolean') isTest: boolean;
}
