import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SpamReason, SubmissionState } from './spam.types';

/** `api` is a server with the form's token or an import, `form_submit` a page of the form's owner, `hosted_form` a page of the service. */
export const SUBMISSION_SOURCES = ['api', 'form_submit', 'hosted_form'] as const;
export type SubmissionSource = (typeof SUBMISSION_SOURCES)[number];

/** A submission changes only by what its owner does to it, and by a confirmation of the address that it has. */
@Entity('submissions')
export class SubmissionEntity {
  @PrimaryColumn('uuid') id: string;
  @PrimaryColumn('uuid') formId: string;
  @Column('text') source: SubmissionSource;
  @Column('json') fields: Record<string, unknown>;
  /** Values under names that no field of the form had; null for none. */
  @Column('json', { nullable: true }) otherValues: Record<string, unknown> | null;
  /** The names of other values beyond the limits, which are not kept; null for none. */
  @Column('text', { array: true, nullable: true }) otherValuesDropped: string[] | null;
  @Column('integer') fileCount: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) readAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) receivedAt: Date;
  /** The time of the import; null for a submission that was not imported. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) importedAt: Date | null;
  @Column('text') state: SubmissionState;
  /** The time when the owner released the submission from quarantine. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) releasedAt: Date | null;
  @Column('jsonb', { nullable: true }) spamReasons: SpamReason[] | null;
  /** True while it is quarantined only because its visitor has not confirmed the address. */
  @Column('boolean') isUnconfirmed: boolean;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) addressConfirmedAt: Date | null;
  /** The time when it was moved to the trash, and the state that it had; null outside of the trash. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) deletedAt: Date | null;
  @Column('text', { nullable: true }) stateBefore: Exclude<SubmissionState, 'trashed'> | null;
  /** The number of corrections by the owner, the time of the last one, and the id of its key. */
  @Column('integer') editCount: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) editedAt: Date | null;
  @Column('uuid', { nullable: true }) editedBy: string | null;
}

/** The idempotency key of a stored submission, with the receipt that answers repeated requests. */
@Entity('submission_idempotency_keys')
export class SubmissionIdempotencyKeyEntity {
  @PrimaryColumn('uuid') formId: string;
  /** SHA-256 of the client's key. */
  @PrimaryColumn('bytea') keyHash: Buffer;
  /** SHA-256 of the submitted fields. */
  @Column('bytea') fingerprint: Buffer;
  @Column('uuid') submissionId: string;
  @Column({ type: 'timestamptz', precision: 3 }) receivedAt: Date;
  @Column('integer') fileCount: number;
  @Column('text', { array: true }) ignoredFields: string[];
  /** True when the answer told of a mail that asks for a confirmation. */
  @Column('boolean') asksConfirmation: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt: Date;
}

/** The position up to which the accepted submissions of a form have claimed their unique values. */
@Entity('unique_value_jobs')
export class UniqueValueJobEntity {
  @PrimaryColumn('uuid') formId: string;
  @Column('text') field: string;
  @Column({ type: 'timestamptz', precision: 3 }) afterReceivedAt: Date | '-infinity';
  @Column('uuid') afterId: string;
  @Column({ type: 'timestamptz', precision: 3 }) touchedAt: Date;
}
