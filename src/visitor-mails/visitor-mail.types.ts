/** A mail to a visitor that is about to be sent. */
export interface VisitorMail {
  /** Of the step or the submission that the mail is for, so that another try is the same mail. */
  id: string;
  accountId: string;
  formId: string;
  address: string;
}

/** `granted`, or the reason for which the mail is not sent. */
export type VisitorMailClaim = 'granted' | 'visitor_mail_limit' | 'recipient_stopped';

/** The most mails that one address gets from all forms of an account within 24 hours. */
export const MAILS_PER_ADDRESS_AND_DAY = 3;
