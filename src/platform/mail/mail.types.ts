export interface Mail extends MailContent {
  /** Replaces the sender of the mailer: an address, or `Name <address>`. */
  from?: string;
  to: readonly string[];
  /** The header is left out where it could cost the mail: see `withoutReplyTo`. */
  replyTo?: string;
  /** The content of a mail that has a reply address, but no header for it, so that the address stands in its text. */
  withoutReplyTo?: () => MailContent;
  subject: string;
  attachments?: readonly MailAttachment[];
  /** The same at each attempt, so that mail systems recognise repetitions. Becomes `<id@domain of the sender>`. */
  messageId: string;
  /** Called when the server waits for the content, before any of it is sent. The mail is given up when it rejects. */
  beforeContent?: () => Promise<void>;
}

export interface MailContent {
  text?: string;
  html?: string;
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  /** In bytes. */
  size: number;
  /** Opens the content at its beginning, when the mail gets to it. */
  read: () => AsyncIterable<Uint8Array>;
}

/** The result of a mail. Only a refused mail can be repeated without the risk of a duplicate. */
export type MailResult =
  /** The server has the mail. It may have rejected some of several recipients. */
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
