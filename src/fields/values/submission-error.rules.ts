import type { FieldError } from '../../api/errors/api-error';
import { exactSize } from '../../platform/text/text.rules';
import { PRESET_RULES } from '../../forms/definition/preset.rules';
import type { Message, MessageTexts } from './message.types';

/** An error of a submission. API clients get the English `message`; pages show `reason` in the language of the visitor. */
export interface SubmissionError extends FieldError {
  reason: Message;
}

/** The stable code of an error with the parameters of its texts. */
export type Reason = Message<ReasonCode>;

export const submissionError = (path: string, reason: Reason): SubmissionError => ({ path, message: textOf(reason), reason });

const TEXTS = {
  required: () => 'This field is required.',
  not_text: () => 'This field must be text.',
  not_number: () => 'This field must be a number.',
  number_with_comma: () => 'This field must be a number that is written with a point and without a comma, such as 1234.5.',
  number_too_large: () => `This field must be from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}.`,
  not_date: () => 'This field must be a date, YYYY-MM-DD, or an RFC 3339 time with a zone.',
  not_boolean: () => 'This field must be true or false.',
  not_list: () => 'This field must be a list.',
  not_file: () => 'This field must be a file, which can only be sent as multipart/form-data.',
  file_not_taken: () => 'This field must not be a file.',
  file_without_field: () => 'The form has no field for a file of this name.',
  one_value_only: () => 'This field must have a single value.',
  value_too_long: ({ maxBytes }) => `This field must take at most ${exactSize(maxBytes)}.`,
  preset_not_met: ({ preset }) => `This field must be ${PRESET_RULES[preset].meaning}.`,
  not_an_option: () => 'This field must be one of the options of the form.',
  null_character: () => 'This field must not contain the character U+0000.',
  null_character_in_name: () => 'The name of a field must not contain the character U+0000.',
  reserved_name: () => 'This field must not have a reserved name.',
  name_too_long: ({ maxLength }) => `This field must have a name of at most ${maxLength} characters.`,
  nothing_sent: () => 'Nothing was sent.',
  too_many_fields: ({ maxFields }) => `A submission must have at most ${maxFields} fields.`,
  unsolved: () =>
    'This field must be the solution of a fresh challenge of the form. Browsers solve it with JavaScript, on pages with https.',
  unverified: () => 'This field must be a fresh token of the widget that tells people from programs.',
} satisfies Partial<MessageTexts>;

type ReasonCode = keyof typeof TEXTS;

function textOf<Code extends ReasonCode>(reason: Message<Code>): string {
  const text = TEXTS[reason.code] as (reason: Message<Code>) => string;
  return text(reason);
}
