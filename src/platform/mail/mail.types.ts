export interface Mail extends MailContent {
  /** The sender instead of that of the mailer: an address, or `Name <address>`. */
  from?: string;
  /** The name of the sender beside the address, in place of the one that it has. */
  fromName?: string;
  to: readonly string[];
  /** The reply address. It has no header when the header could make the server refuse the mail: see `withoutReplyTo`. */
  replyTo?: string;
  /** The content for a mail whose reply address has no header, so that the text can contain the address. */
  withoutReplyTo?: () => MailContent;
  subject: string;
  attachments?: readonly MailAttachment[];
  /** The same for each attempt, so that mail systems recognize repetitions. The header is `<id@domain of the sender>`. */
  messageId: string;
  /** Further headers, which go before those of the mailer. Their values are those of this service. */
  headers?: Readonly<Record<string, string>>;
  /** Called when the server waits for the content, before any of it is sent. The mail is given up when this rejects. */
  beforeContent?: () => Promise<void>;
}

export interface MailContent {
  text?: string;
  html?: string;
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  size: number;
  /** Opens the content at its beginning, when the mail is being written up to this attachment. */
  read: () => AsyncIterable<Uint8Array>;
}

/** The result of a mail. `blamesRecipient` is true for a refusal by which the recipient does not exist or takes no mail. Only a refused mail can be repeated without the risk of a duplicate. */
export type MailResult =
  /** The server has accepted the mail, at least for one recipient. */
  | { kind: 'accepted'; rejectedRecipients: number }
  | { kind: 'refused'; errorCode: MailRefusedErrorCode; retryable: boolean; blamesRecipient?: boolean }
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
