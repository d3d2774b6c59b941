import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where a submission came from: a server with the form's token, a page of the form's owner, or our own page. */
export const SUBMISSION_SOURCES = ['api', 'form_submit', 'hosted_form'] as const;
export type SubmissionSource = (typeof SUBMISSION_SOURCES)[number];

/** What a form has received once. It is never changed, but for the note that somebody has read it. */
@Entity('submissions')
export class SubmissionEntity {
  @PrimaryColumn('uuid') id: string;
  @PrimaryColumn('uuid') formId: string;
  @Column('text') source: SubmissionSource;
  @Column('json') fields: Record<string, unknown>;
  @Column('integer') fileCount: number;
  @Column('timestamptz', { nullable: true }) readAt: Date | null;
  @Column('timestamptz') receivedAt: Date;
}
