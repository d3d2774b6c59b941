import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { wireOf } from '../platform/text/wire.rules';
import type { FieldEntity } from './definition/field.entity';
import { MAX_FIELDS_PER_FORM } from './definition/field.rules';
import { FieldView } from './definition/field-view.dto';
import { AVAILABILITIES, type AvailabilityState, type FormLimits, stateChangesAt, stateOf } from './availability.rules';
import { FORM_STATUSES, type FormEntity, type FormStatus } from './form.entity';
import type { RotatedToken } from './form.rules';
import { MAX_ALLOWED_ORIGINS } from './origin.rules';
import { settingsOf } from './settings/form-settings.rules';

export interface FormCounts {
  fieldCount: number;
  submissionsCount: number;
  unreadCount: number;
  latestSubmissionAt: Date | null;
  storedBytes: number;
  limits: FormLimits;
}

/** Tells an enabled form that takes submissions from one that refuses them. */
export class AvailabilityView {
  /** The first that applies, in this order but that `open` is the last. A form whose storage is full takes submissions without files. @example 'open' */
  @ApiProperty({ enum: AVAILABILITIES })
  state: AvailabilityState;

  /** The time at which the form opens, has closed, or has its next monthly quota; null for the other states. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  at: string | null;

  static from({ status, settings }: FormEntity, { limits, submissionsCount }: FormCounts): AvailabilityView {
    const { intake } = settingsOf(settings);
    const state = stateOf(status === 'enabled', intake, limits, submissionsCount);
    return { state, at: stateChangesAt(state, intake, limits.now) };
  }
}

export class FormView {
  /** The id. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  id: string;

  /** The name. @example 'Contact' */
  @ApiProperty({ maxLength: 255 })
  name: string;

  /** The status. @example 'enabled' */
  @ApiProperty({ enum: FORM_STATUSES })
  status: FormStatus;

  /** The address for submissions. @example 'http://localhost:3000/api/v1/forms/019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f/submit' */
  @ApiProperty({ format: 'uri' })
  endpoint_url: string;

  /** The origins whose pages may submit; empty for all. @example ['https://www.example.com'] */
  @ApiProperty({ maxItems: MAX_ALLOWED_ORIGINS, uniqueItems: true })
  allowed_origins: string[];

  /** True when submitted values are validated. @example true */
  validate_fields: boolean;

  /** True when submissions are announced by mail. @example false */
  notifications_enabled: boolean;

  /** The types of the destinations that submissions are delivered to; every form stores them in the database. @example ['database'] */
  @ApiProperty({ uniqueItems: true })
  delivery_channel_types: string[];

  /** The number of edits of the form and its fields, starting at 1. @example 1 */
  revision: number;

  /** The number of fields. @example 1 */
  field_count: number;

  /** The number of submissions. @example 12 */
  submissions_count: number;

  /** The number of unread submissions. @example 3 */
  unread_count: number;

  /** The time of the latest submission; null before the first. @example '2026-11-20T21:26:00.000Z' */
  latest_submission_at: string | null;

  /** The bytes of the files of its submissions. @example 1048576 */
  stored_bytes: number;

  /** The reason why the form takes submissions now, or refuses them. */
  availability: AvailabilityView;

  /** By position. */
  @ApiProperty({ type: [FieldView], maxItems: MAX_FIELDS_PER_FORM })
  fields: FieldView[];

  /** The time when it was created. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  /** Changes with the revision. @example '2026-11-20T21:26:00.000Z' */
  updated_at: string;

  static from(form: FormEntity, counts: FormCounts, fields: FieldEntity[], endpointUrl: string): FormView {
    return {
      ...wireOf(form, 'id', 'name', 'status', 'allowedOrigins', 'validateFields', 'notificationsEnabled', 'deliveryChannelTypes'),
      ...wireOf(form, 'revision', 'createdAt', 'updatedAt'),
      ...wireOf(counts, 'fieldCount', 'submissionsCount', 'unreadCount', 'latestSubmissionAt', 'storedBytes'),
      endpoint_url: endpointUrl,
      availability: AvailabilityView.from(form, counts),
      fields: fields.map((field) => FieldView.from(field)),
    };
  }
}

/** The name and the fields of a form, by which the values of submissions are read. */
export class FormLabelsView {
  /** The id. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  id: string;

  /** The name. @example 'Contact' */
  @ApiProperty({ maxLength: 255 })
  name: string;

  /** By position. */
  @ApiProperty({ type: [FieldView], maxItems: MAX_FIELDS_PER_FORM })
  fields: FieldView[];

  static of({ id, name, fields }: Pick<FormEntity, 'id' | 'name'> & { fields: FieldEntity[] }): FormLabelsView {
    return { id, name, fields: fields.map((field) => FieldView.from(field)) };
  }
}

/** A form in a list or after an update, without its fields. */
export class ListedFormView extends FormView {
  /** Always empty. @example [] */
  @ApiProperty({ type: [FieldView], maxItems: MAX_FIELDS_PER_FORM })
  declare fields: FieldView[];
}

/** A form after an update. */
export class UpdatedFormView extends ListedFormView {
  /** Sentences about what the update has done besides; absent when there are none. */
  @ApiPropertyOptional({
    type: [String],
    example: [
      'allowed_origins refuses origins that sent 34 submissions in the last 30 days: https://www.example.com (34). Add those that are yours.',
    ],
  })
  warnings?: string[];
}

/** A form that was just created, with its submission token. */
export class CreatedFormView extends FormView {
  /** The status. @example 'disabled' */
  @ApiProperty({ enum: FORM_STATUSES })
  declare status: FormStatus;

  /** The origins whose pages may submit; empty for all. @example [] */
  @ApiProperty({ maxItems: MAX_ALLOWED_ORIGINS, uniqueItems: true })
  declare allowed_origins: string[];

  /** The number of submissions. @example 0 */
  declare submissions_count: number;

  /** The number of unread submissions. @example 0 */
  declare unread_count: number;

  /** The time of the latest submission; null before the first. */
  @ApiProperty({ type: String, nullable: true, example: null })
  declare latest_submission_at: string | null;

  /** The same as `endpoint_url`. @example 'http://localhost:3000/api/v1/forms/019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f/submit' */
  @ApiProperty({ format: 'uri' })
  submission_endpoint: string;

  /** Lets a server submit without an allowed origin. Secret; shown only in this answer. @example 'fst_…' */
  @ApiProperty({ pattern: '^fst_' })
  submission_token: string;
}

/** The new submission token of a form. */
export class RotatedTokenView {
  /** Secret; shown only in this answer. @example 'fst_…' */
  @ApiProperty({ pattern: '^fst_' })
  submission_token: string;

  /** The end of the token that was replaced; null when it ended at once. @example '2026-11-21T21:26:00.000Z' */
  previous_valid_until: string | null;

  static from(rotated: RotatedToken): RotatedTokenView {
    return wireOf(rotated, 'submissionToken', 'previousValidUntil');
  }
}
