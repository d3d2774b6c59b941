import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail of the last hour, for the limits of its account and form. A mail that was refused is not counted. */
@Entity('notification_mails')
export class NotificationMailEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('uuid') formId: string;
  /** When it was begun and, once the mail server has it, when that was. */
  @Column('timestamptz') sentAt: Date;
}
