import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StoredSettings } from './settings/form-settings.dto';

export const FORM_STATUSES = ['enabled', 'disabled'] as const;
export type FormStatus = (typeof FORM_STATUSES)[number];

/** The retention that is in force until a shorter one begins; null days are for ever. */
export interface RetentionBefore {
  days: number | null;
  /** In ISO 8601. */
  until: string;
}

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
  /** The settings that differ from their defaults; `settingsOf` completes them. */
  @Column('jsonb') settings: StoredSettings;
  /** Null, or past, when the retention of the settings is in force. */
  @Column('jsonb', { nullable: true }) retentionBefore: RetentionBefore | null;
  /** The number of edits of the form and its fields, starting at 1; part of the ETag. */
  @Column('integer') revision: number;
  /** The SHA-256 digest of the current token. */
  @Column('bytea') submissionTokenDigest: Buffer;
  /** Set when the form is first enabled, and never cleared. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) firstEnabledAt: Date | null;
  /** Set when a large form is deleted, until its submissions are purged. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) deletedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}

/** The counters of a form. They have a table of their own, so that submissions do not lock the form against edits. */
@Entity('form_stats')
export class FormStatsEntity {
  @PrimaryColumn('uuid') formId: string;
  @Column('integer') submissionsCount: number;
  @Column('integer') unreadCount: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) latestSubmissionAt: Date | null;
  /** Set by the first submission and never cleared. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) firstSubmissionAt: Date | null;
}

/** A submission token that a rotation has replaced, and that is accepted until the end of its overlap. */
@Entity('retired_submission_tokens')
export class RetiredSubmissionTokenEntity {
  @PrimaryColumn('uuid') formId: string;
  /** The SHA-256 digest of the token. */
  @PrimaryColumn('bytea') digest: Buffer;
  @Column({ type: 'timestamptz', precision: 3 }) validUntil: Date;
}
