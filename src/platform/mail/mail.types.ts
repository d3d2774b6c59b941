export interface Mail {
  /** In place of the service's own sender; an address, or `Name <address>`. */
  from?: string;
  /** Addresses alone, without names. */
  to: readonly string[];
  replyTo?: string;
  subject: string;
  text?: string;
  html?: string;
  /** The same at each attempt, so that mail systems can tell a repetition: a delivery's id, which becomes `<id@domain of the sender>`. */
  messageId: string;
}

/** What became of a mail. As with any delivery, only what is certain not to have gone out may be repeated blindly. */
export type MailResult =
  /** The server has it. Some of several recipients may have been turned down; the mail cannot be taken back from the others. */
  | { kind: 'accepted'; rejectedRecipients: number }
  | { kind: 'refused'; errorCode: MailRefusedErrorCode; retryable: boolean }
  | { kind: 'unknown'; errorCode: MailUnknownErrorCode };

export type MailRefusedErrorCode =
  | 'timeout'
  | 'dns_error'
  | 'tls_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'no_response'
  | 'rejected_recipient'
  | 'smtp_not_configured';

export type MailUnknownErrorCode = 'timeout' | 'connection_reset' | 'no_response';
