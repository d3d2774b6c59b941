import type { FieldDefinition } from '../forms/definition/field.types';
import type { Language } from '../forms/languages.types';
import type { StoredSettings } from '../forms/settings/form-settings.dto';

export interface DueForm {
  formId: string;
  accountId: string;
  /** The limit of the plan; null for any number. */
  mailsPerHour: number | null;
}

export interface ClaimedMail {
  id: string;
  formId: string;
  accountId: string;
  /** The notifications that it contains. Each has a number of attempts of its own, since later ones join a retry. */
  claimed: readonly { submissionId: string; attempts: number }[];
}

/** The part of a form that its notifications are made of. */
export interface NotifiedForm {
  name: string;
  isEnabled: boolean;
  settings: StoredSettings;
  accountEmail: string | null;
  /** In their order, without deleted ones. */
  fields: readonly Pick<FieldDefinition, 'name' | 'label' | 'type'>[];
}

export interface SubmissionRow {
  id: string;
  receivedAt: Date;
  fields: Record<string, unknown>;
  /** Values under names that no field of the form had; null for none. */
  otherValues: Record<string, unknown> | null;
  files: readonly { id: string; field: string; name: string; sizeBytes: number }[];
}

/** The mail that tells the owner of a form of new submissions: of one, or of several as a digest. */
export interface NotificationMailModel {
  language: Language;
  formName: string;
  /** The number of submissions; `submissions` has the first of them. */
  count: number;
  /** The quarantined submissions to tell of; 0 for not telling. */
  held: number;
  /** Oldest first; at least one. */
  submissions: readonly NotifiedSubmission[];
  /** The reply address; null in a digest and where no field names an address. */
  replyTo: string | null;
  /** False where the mail has no header for the reply address. */
  hasReplyTo: boolean;
}

export interface NotifiedSubmission {
  receivedAt: Date;
  /** Every field in the order of the form; null for one that was left empty. */
  answers: readonly Answer[];
  /** Values that were sent beside the fields, under their names. */
  others: readonly Answer[];
  files: readonly NotifiedFile[];
  /** The address at which the submission can be read; null without a console. */
  url: string | null;
}

export interface Answer {
  label: string;
  value: AnswerValue | null;
}

export type AnswerValue = string | number | boolean | readonly string[];

export interface NotifiedFile {
  label: string;
  name: string;
  sizeBytes: number;
  /** A link that needs no key. */
  url: string;
}
