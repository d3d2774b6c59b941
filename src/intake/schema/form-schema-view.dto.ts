import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { fieldFileLimits, type FileLimits } from '../../fields/file-options.rules';
import { MAX_FIELDS_PER_FORM } from '../../forms/definition/field.rules';
import { type FieldDefinition, type Preset, PRESET_VALUES } from '../../forms/definition/field.types';
import { FieldView } from '../../forms/definition/field-view.dto';
import { GENERAL_EXTENSIONS } from '../../files/allowed-file-types.rules';
import { wireOf } from '../../platform/text/wire.rules';
import type { Availability } from '../availability.rules';
import type { CompiledForm } from '../compiled-form';
import { LANGUAGE_SETTINGS, type LanguageSetting } from '../../forms/languages.types';

/** A field as visitors fill it in. */
export class SchemaFieldView extends PickType(FieldView, ['name', 'label', 'type', 'required', 'options']) {
  /** The validation preset of the value. @example 'email' */
  @ApiProperty({ enum: PRESET_VALUES, nullable: true })
  preset: Preset | null;

  /** The largest number of files; null unless the field is of type `file`, as the two members that follow. */
  max_files: number | null;

  /** Of one file. */
  max_bytes: number | null;

  /** Extensions (`.pdf`) and media types (`image/png`, `image/*`) of the files that are taken, as in HTML. */
  @ApiProperty({ minItems: 1 })
  accept: string[] | null;

  static from(field: FieldDefinition, validatesFields: boolean, limits: FileLimits): SchemaFieldView {
    const files = field.type === 'file' ? fieldFileLimits(validatesFields ? field.options : null, limits) : null;
    return {
      ...wireOf(field, 'name', 'label', 'type', 'required', 'options'),
      preset: field.validation,
      max_files: files?.maxFiles ?? null,
      max_bytes: files?.maxFileBytes ?? null,
      accept: files && (files.accept ?? GENERAL_EXTENSIONS),
    };
  }
}

/** Everything that a page or an app needs to show a form and to send it. */
export class FormSchemaView {
  /** The id of the form. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  form_id: string;

  /** The title of the hosted page, or the name of the form. @example 'Contact' */
  @ApiProperty({ maxLength: 255 })
  title: string;

  /** The text above the fields; null for none. @example 'We answer within two days.' */
  @ApiProperty({ maxLength: 4000 })
  intro: string | null;

  /** Null for a word such as "Send" in the language of the visitor. @example 'Send' */
  @ApiProperty({ maxLength: 255 })
  submit_label: string | null;

  /** `auto` for the language of the visitor. @example 'auto' */
  @ApiProperty({ enum: LANGUAGE_SETTINGS })
  language: LanguageSetting;

  /** The address to send values to. @example 'http://localhost:3000/api/v1/forms/019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f/submit' */
  @ApiProperty({ format: 'uri' })
  submit_url: string;

  /** In the order of the form. */
  @ApiProperty({ type: [SchemaFieldView], maxItems: MAX_FIELDS_PER_FORM })
  fields: SchemaFieldView[];

  /** The address of the challenge that a page sends as `_altcha`, when the form asks for a proof of work or measures times. */
  @ApiProperty({ type: String, nullable: true, example: null })
  proof_of_work: string | null;

  /** The number of submissions that are still accepted, where it is limited. @example 12 */
  @ApiPropertyOptional({ type: 'integer' })
  submissions_left?: number;

  /** By field, the places that are left of each option with a limited number. */
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } },
    example: { workshop: { Monday: 3 } },
  })
  places_left?: Readonly<Record<string, Readonly<Record<string, number>>>>;

  /** Nothing is accepted before this moment, where it is set. @example '2026-11-20T21:26:00.000Z' */
  @ApiPropertyOptional({ type: String, format: 'date-time' })
  opens_at?: string;

  /** Nothing is accepted from this moment on, where it is set. @example '2026-11-30T21:26:00.000Z' */
  @ApiPropertyOptional({ type: String, format: 'date-time' })
  closes_at?: string;

  static from(
    form: CompiledForm,
    { submissionsLeft, placesLeft, opensAt, closesAt }: Availability,
    baseUrl: string,
    limits: FileLimits,
  ): FormSchemaView {
    const { page, spam } = form.settings;
    const asksForChallenge = spam.proof_of_work !== 'off' || spam.too_fast !== 'off';
    return {
      form_id: form.formId,
      title: page.title ?? form.name,
      intro: page.intro,
      submit_label: page.submit_label,
      language: page.language,
      submit_url: `${baseUrl}/api/v1/forms/${form.formId}/submit`,
      fields: form.fields.map((field) => SchemaFieldView.from(field, form.validateFields, limits)),
      proof_of_work: asksForChallenge ? `${baseUrl}/api/v1/forms/${form.formId}/challenge` : null,
      ...(submissionsLeft !== null && { submissions_left: submissionsLeft }),
      ...(Object.keys(placesLeft).length > 0 && { places_left: placesLeft }),
      ...(opensAt && { opens_at: opensAt.toISOString() }),
      ...(closesAt && { closes_at: closesAt.toISOString() }),
    };
  }
}
