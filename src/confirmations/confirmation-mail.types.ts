import type { Language } from '../forms/languages.types';
import type { StoredSettings } from '../forms/settings/form-settings.dto';

/** A claimed mail that asks for a confirmation, with what it is written from. */
export interface ConfirmationMail {
  /** Of this claim, which fences the writes of its worker. */
  mailId: string;
  formId: string;
  submissionId: string;
  accountId: string;
  language: Language;
  /** The tries, including this one, and how many of them began to send the content without a refusal. */
  attempts: number;
  begun: number;
  formName: string;
  settings: StoredSettings;
  accountTimeZone: string | null;
  fields: Record<string, unknown>;
  receivedAt: Date;
  state: 'accepted' | 'quarantined' | 'trashed';
  isUnconfirmed: boolean;
  isConfirmed: boolean;
}

/** The reason for which no mail is sent any more. */
export interface Unsent {
  status: 'skipped' | 'failed';
  errorCode: string;
}
