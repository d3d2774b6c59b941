import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Counters of a form, in a row of their own so that a busy form can still be edited. */
@Entity('form_stats')
export class FormStatsEntity {
  @PrimaryColumn('uuid') formId: string;
  @Column('integer') submissionsCount: number;
  @Column('integer') unreadCount: number;
  @Column('timestamptz', { nullable: true }) latestSubmissionAt: Date | null;
  /** Set for ever by the first submission. */
  @Column('timestamptz', { nullable: true }) firstSubmissionAt: Date | null;
}
