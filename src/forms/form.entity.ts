import { Column, Entity, PrimaryColumn } from 'typeorm';

export const FORM_STATUSES = ['enabled', 'disabled'] as const;
export type FormStatus = (typeof FORM_STATUSES)[number];

/** A form: what it accepts and from where. Its counters are apart, in `form_stats`. */
@Entity('forms')
export class FormEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('text') name: string;
  @Column('text') status: FormStatus;
  @Column('text', { array: true }) allowedOrigins: string[];
  @Column('boolean') validateFields: boolean;
  @Column('boolean') notificationsEnabled: boolean;
  @Column('text', { array: true }) deliveryChannelTypes: string[];
  /** Counts the edits of the form and its fields; the ETag holds it. */
  @Column('integer') revision: number;
  /** SHA-256 of the token with which servers submit. */
  @Column('bytea') submissionTokenDigest: Buffer;
  /** Set for ever by the first enabling. */
  @Column('timestamptz', { nullable: true }) firstEnabledAt: Date | null;
  /** Set while the submissions of a big deleted form are still being purged. */
  @Column('timestamptz', { nullable: true }) deletedAt: Date | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') updatedAt: Date;
}
