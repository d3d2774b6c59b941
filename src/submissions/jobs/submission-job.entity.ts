import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import type { Caller } from '../../api/auth/caller';
import type { BatchAction } from '../batch/submission-batch.dto';
import type { SearchFilterDto } from '../submission-input.dto';

export const JOB_STATUSES = ['running', 'done', 'cancelled', 'stopped'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** An action on all submissions that fitted a filter. The row stores the position that was reached. */
@Entity('submission_jobs')
export class SubmissionJobEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('uuid') apiKeyId: string;
  @Column('text') actor: Caller['actor'];
  /** Null for all forms that the key saw. */
  @Column('uuid', { nullable: true }) formId: string | null;
  @Column('text') action: BatchAction;
  /** True for a deletion that goes past the trash. */
  @Column('boolean') permanently: boolean;
  /** Null after the job has ended, since it may hold a submitted value. */
  @Column('json', { nullable: true }) filter: SearchFilterDto | null;
  /** The forms, and their change numbers at the beginning. Queries read only those of the current one. */
  @Column('uuid', { array: true, select: false }) formIds: string[];
  @Column('bigint', { array: true, select: false }) upTo: string[];
  @Column('text') status: JobStatus;
  /** The error code for which the job has stopped. */
  @Column('text', { nullable: true }) reason: string | null;
  @Column('integer', { nullable: true }) total: number | null;
  @Column('integer') found: number;
  @Column('integer') changed: number;
  @Column('integer') refused: number;
  /** The position of the current form in `formIds`, starting at 1. */
  @Column('integer') formPosition: number;
  /** The current form and its change number at the beginning; null after all forms. */
  @VirtualColumn('uuid', { query: (job) => `${job}.form_ids[${job}.form_position]` }) currentFormId: string | null;
  @VirtualColumn('bigint', { query: (job) => `${job}.up_to[${job}.form_position]` }) currentUpTo: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) afterAt: Date | null;
  @Column('uuid', { nullable: true }) afterId: string | null;
  /** The number of failures in a row at this position. */
  @Column('integer') tries: number;
  @Column({ type: 'timestamptz', precision: 3 }) dueAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) completedAt: Date | null;
}

export type OpenJob = SubmissionJobEntity & { filter: SearchFilterDto };
