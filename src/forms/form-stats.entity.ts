import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The counters of a form, in a table of their own, so that submissions do not lock the form against edits. */
@Entity('form_stats')
export class FormStatsEntity {
  @PrimaryColumn('uuid') formId: string;
  @Column('integer') submissionsCount: number;
  @Column('integer') unreadCount: number;
  @Column('timestamptz', { nullable: true }) latestSubmissionAt: Date | null;
  /** Set by the first submission and never cleared. */
  @Column('timestamptz', { nullable: true }) firstSubmissionAt: Date | null;
}
