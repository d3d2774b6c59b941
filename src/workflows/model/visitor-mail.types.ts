/** The reasons for which a mail to a visitor is not sent, or does not arrive. Nobody can mend them, so that the run goes on without it. */
export const VISITOR_MAIL_SKIPS = {
  no_address: 'The submission has no e-mail address in the field that the mail goes to.',
  visitor_mail_limit: 'The address has had three mails to visitors within a day, or the form as many as it may send in an hour.',
  recipient_stopped: 'The address wants no more mails of this account.',
  undeliverable: 'The mail server has refused the address for good: it does not exist, and the visitor may have mistyped it.',
  submitted_by_api: 'The submission came from a server with the token of the form, and the step does not say `for_api_submissions`.',
  imported: 'The submission was imported.',
  released_late: 'The submission was released from quarantine more than 72 hours after it came, or after its address was confirmed.',
} as const;

export type VisitorMailSkip = keyof typeof VISITOR_MAIL_SKIPS;

export const isVisitorMailSkip = (code: string): code is VisitorMailSkip => Object.hasOwn(VISITOR_MAIL_SKIPS, code);
