import type { Preset } from '../../forms/definition/field.types';

/** The parameters in the message of each error code. */
export interface MessageParameters {
  required: object;
  required_choice: object;
  required_choices: object;
  required_confirmation: object;
  required_file: object;
  not_text: object;
  not_number: object;
  number_with_comma: object;
  number_too_large: object;
  not_date: object;
  not_boolean: object;
  not_list: object;
  not_file: object;
  file_not_taken: object;
  file_without_field: { filename: string };
  one_value_only: object;
  value_too_long: { maxBytes: number };
  preset_not_met: { preset: Preset };
  not_an_option: object;
  null_character: object;
  unstorable: object;
  null_character_in_name: object;
  reserved_name: object;
  name_too_long: { maxLength: number };
  nothing_sent: object;
  too_many_fields: { maxFields: number };
  too_many_files: { maxFiles: number };
  file_too_large: { filename: string; maxBytes: number };
  file_type_not_accepted: { filename: string; accept: readonly string[] };
  file_type_not_allowed: { filename: string };
  file_content_differs: { filename: string };
  file_empty: { filename: string };
  file_infected: { filename: string };
  files_too_large: { maxBytes: number };
  upload_timed_out: object;
  too_large: { maxBytes: number };
  form_misconfigured: object;
  boundary_missing: object;
  encoding_not_taken: object;
  origin_not_listed: object;
  origin_hidden: object;
  origin_missing: object;
  rate_limited: object;
  form_busy: object;
  quota_exceeded: object;
  form_closed: object;
  no_places: object;
  option_full: object;
  duplicate: object;
  unsolved: object;
  unverified: object;
  service_unavailable: object;
  form_changed: object;
  malformed: object;
  unreadable_text: object;
}

export type MessageCode = keyof MessageParameters;

/** An error code with its parameters, such as `{ code: 'too_many_files', maxFiles: 3 }`. */
export type Message<Code extends MessageCode = MessageCode> = {
  [Each in Code]: { code: Each } & MessageParameters[Each];
}[Code];

/** The messages of all codes in one language. A missing code is a compile error. */
export type MessageTexts = { readonly [Code in MessageCode]: (parameters: MessageParameters[Code]) => string };
