import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { FileView } from '../../files/file-view.dto';

/** A file of a delivered submission. */
export class DeliveredFileView extends OmitType(FileView, ['created_at'] as const) {
  /** Serves the file without a key until the link ends. @example 'http://localhost:3000/files/…' */
  @ApiProperty({ pattern: '^https?://' })
  url: string;

  /** The end of the link. */
  url_expires_at: string | null;
}

/** A submission as a workflow delivers it. */
export class DeliveredSubmissionView {
  /** The id of the submission; null in a test without a stored one. */
  @ApiProperty({ format: 'uuid' })
  submission_id: string | null;

  /** The id of the form. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  form_id: string;

  /** The name of the form at the time of the delivery. @example 'Contact' */
  form_name: string;

  /** The way by which the submission was sent. */
  @ApiProperty({ enum: ['api', 'form_submit', 'hosted_form'] })
  source: string;

  /** The time when the submission was received. @example '2026-11-20T21:26:00.000Z' */
  received_at: string;

  /** The values by the names of their fields, with the changes of the workflow. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { email: 'ada@example.com' } })
  fields: object;

  /** Values under names that no field of the form has. Only there when such values were sent. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { company: 'Analytical Engines' } })
  other_values?: object;

  /** The names of further such values, which were not kept since they are beyond the limits. Only there when there are any. @example ['utm_content'] */
  @ApiPropertyOptional({ type: [String] })
  other_values_dropped?: string[];

  /** The files; empty when there are none. */
  files: DeliveredFileView[];

  /** The id of the run. @example '019aa2c4-6f11-7d02-8c3d-2c3d4e5f6071' */
  run_id: string;

  /** The version of the workflow; null in a test of a draft. @example 1 */
  workflow_version: number | null;
}

/** The standard body of a webhook: a form has received a submission. */
export class SubmissionReceivedEvent {
  /** The type. */
  @ApiProperty({ enum: ['submission.received'] })
  type: 'submission.received';

  /** The time when the submission was received. */
  @ApiProperty({ format: 'date-time' })
  timestamp: string;

  /** The submission, with its form and run. */
  data: DeliveredSubmissionView;
}
