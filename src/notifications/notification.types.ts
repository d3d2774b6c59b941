import type { FieldDefinition } from '../forms/definition/field.types';
import type { Language } from '../forms/languages.types';
import type { StoredSettings } from '../forms/settings/form-settings.dto';

export interface DueForm {
  formId: string;
  accountId: string;
  /** Null for no limit. */
  mailsPerHour: number | null;
}

export interface ClaimedMail {
  id: string;
  formId: string;
  accountId: string;
  /** The notifications of the mail. Each has its own number of attempts, since later notifications join a retry. */
  claimed: readonly { submissionId: string; attempts: number }[];
}

export interface NotifiedForm {
  name: string;
  isEnabled: boolean;
  settings: StoredSettings;
  accountEmail: string | null;
  accountTimeZone: string | null;
  /** The fields in their order, without deleted ones. */
  fields: readonly Pick<FieldDefinition, 'name' | 'label' | 'type'>[];
}

export interface SubmissionRow {
  id: string;
  receivedAt: Date;
  fields: Record<string, unknown>;
  /** Values under names that no field of the form had; null for none. */
  otherValues: Record<string, unknown> | null;
  /** The names of other values beyond the limits, which are not kept; null for none. */
  otherValuesDropped: string[] | null;
  files: readonly { id: string; field: string; name: string; sizeBytes: number }[];
}

/** A mail that tells the owner of a form about one new submission, or about several as a digest. */
export interface NotificationMailModel {
  language: Language;
  /** The time zone in which it tells times; null for UTC. */
  timeZone: string | null;
  formName: string;
  /** The number of submissions, of which `submissions` has only the first. */
  count: number;
  /** The number of quarantined submissions; 0 when the mail does not mention them. */
  held: number;
  /** At least one submission, oldest first. */
  submissions: readonly NotifiedSubmission[];
  /** The address for replies; null in a digest, and when no field contains an address. */
  replyTo: string | null;
  /** False when the mail server does not accept the address in Reply-To. */
  hasReplyTo: boolean;
}

export interface NotifiedSubmission {
  receivedAt: Date;
  /** All fields in the order of the form. The value of an empty field is null. */
  answers: readonly Answer[];
  /** The values under names that are not fields of the form. */
  others: readonly Answer[];
  /** The names of further such values, which are beyond the limits and not kept. */
  dropped: readonly string[];
  files: readonly NotifiedFile[];
  /** The address of the submission in the console; null without a console. */
  url: string | null;
}

export interface Answer {
  /** The name of the field, where its label is another text. */
  name?: string;
  label: string;
  value: AnswerValue | null;
}

export type AnswerValue = string | number | boolean | readonly string[];

export interface NotifiedFile {
  label: string;
  name: string;
  sizeBytes: number;
  /** A link that works without an API key. */
  url: string;
}
