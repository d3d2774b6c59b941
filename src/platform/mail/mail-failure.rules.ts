import type { DeliveryAttempt, Outcome } from '../outbound/delivery-outcome.rules';
import { connectErrorCode, lossErrorCode } from '../outbound/socket-error.rules';
import type { MailRefusedErrorCode, MailResult } from './mail.types';

export interface SmtpError {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  /** True for a permanent negative reply (RFC 5321, section 4.2.1). */
  permanent?: boolean;
  /** The command that was refused, such as `RCPT TO`. */
  command?: string;
}

/**
 * The result of a failed mail. When the server has refused the sender, a recipient or the message, it does not have the mail. Without a
 * reply, the result depends on whether any content was sent, since the connection may be lost after the server has accepted the mail.
 */
export function mailFailure(error: SmtpError, isContentSent: boolean): MailResult {
  if (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') {
    const retryable = error.responseCode !== undefined && error.permanent !== true;
    return {
      kind: 'refused',
      errorCode: 'rejected_recipient',
      retryable,
      ...(!retryable && blamesRecipient(error) && { blamesRecipient: true }),
    };
  }
  if (!isContentSent) return { kind: 'refused', errorCode: sessionErrorCode(error), retryable: true };
  return { kind: 'unknown', errorCode: lossErrorCode(error.code === 'ESOCKET' ? error.originalCode : error.code) };
}

/** Some servers look for the mailbox only after the content. What they say about the sender or the content is not for the recipient to mend. */
const blamesRecipient = ({ code, command, responseCode }: SmtpError): boolean =>
  code === 'EENVELOPE' ? command !== 'MAIL FROM' : responseCode !== undefined && MAILBOX_REPLIES.has(responseCode);

/** The replies of RFC 5321, 4.2.3, about the mailbox of a recipient. */
const MAILBOX_REPLIES: ReadonlySet<number> = new Set([550, 551, 552, 553]);

/** True for a permanent refusal that the reply address may have caused, as a header or because it makes the whole mail UTF-8. */
export function mayBeForReplyTo({ code, responseCode, permanent }: SmtpError, isUtf8: boolean): boolean {
  if (code === 'EMESSAGE') return responseCode === 550 || responseCode === 553;
  return isUtf8 && code === 'EENVELOPE' && permanent === true;
}

/** The error code of a failed session. Such errors do not depend on the mail, so that the next attempt may succeed. */
function sessionErrorCode({ code, originalCode, responseCode }: SmtpError): MailRefusedErrorCode {
  switch (code) {
    case 'EDNS':
      return 'dns_error';
    case 'ETLS':
      return 'tls_error';
    case 'ETIMEDOUT':
      return 'timeout';
    case 'ESOCKET':
      return connectErrorCode(originalCode);
    case 'ECONNECTION':
      return responseCode === undefined ? 'no_response' : 'connection_refused';
    default:
      return 'connection_refused';
  }
}

/** Describes the attempt of a mail. When the session could not begin, the server counts as not reached. */
export function mailAttemptOf(result: MailResult): DeliveryAttempt {
  switch (result.kind) {
    case 'accepted': {
      const answer = { rejected_recipients: result.rejectedRecipients };
      return { outcome: { kind: 'delivered' }, wasConnected: true, answer };
    }
    case 'refused':
      return {
        outcome: refusalOf(result),
        wasConnected: REACHED.has(result.errorCode),
        answer: {},
        ...(result.blamesRecipient && { blamesRecipient: true }),
      };
    case 'unknown':
      return { outcome: { kind: 'uncertain', errorCode: result.errorCode }, wasConnected: true, answer: {} };
  }
}

const refusalOf = ({ errorCode, retryable }: MailResult & { kind: 'refused' }): Outcome =>
  retryable ? { kind: 'retry', errorCode, retryAfterSeconds: null } : { kind: 'failed', errorCode, isGone: false };

const REACHED: ReadonlySet<MailRefusedErrorCode> = new Set(['rejected_recipient', 'smtp_not_configured']);
