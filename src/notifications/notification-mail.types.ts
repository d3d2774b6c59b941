import type { Language } from '../intake/pages/texts/language.types';

/** The mail that tells the owner of a form of new submissions: of one, or of several as a digest. */
export interface NotificationMailModel {
  language: Language;
  formName: string;
  /** How many it tells of, of which it shows the first. */
  count: number;
  /** Oldest first; at least one. */
  submissions: readonly NotifiedSubmission[];
  /** Whom a reply goes to; null in a digest and where no field names an address. */
  replyTo: string | null;
}

export interface NotifiedSubmission {
  receivedAt: Date;
  /** Every field in the order of the form; null for one that was left empty. */
  answers: readonly { label: string; value: AnswerValue | null }[];
  files: readonly NotifiedFile[];
  /** Where the submission can be read; null without a console. */
  url: string | null;
}

export type AnswerValue = string | number | boolean | readonly string[];

export interface NotifiedFile {
  name: string;
  sizeBytes: number;
  /** A link that needs no key. */
  url: string;
}

/** The mail as it is handed to the mail server. */
export interface NotificationMail {
  subject: string;
  text: string;
  html: string;
}
