import type { FieldDefinition } from '../fields/field.types';
import type { StoredSettings } from '../forms/settings/form-settings.types';

/** A form with due notifications. */
export interface DueForm {
  formId: string;
  accountId: string;
  /** The limit of the plan; null for any number. */
  mailsPerHour: number | null;
}

/** A mail that this worker sends. */
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
  files: readonly { id: string; name: string; sizeBytes: number }[];
}
