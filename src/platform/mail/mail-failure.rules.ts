import type { DeliveryAttempt, Outcome } from '../outbound/delivery-outcome.rules';
import { connectErrorCode, lossErrorCode } from '../outbound/socket-error.rules';
import type { MailRefusedErrorCode, MailResult } from './mail.types';

export interface SmtpError {
  code?: string;
  /** The code of the network or TLS error beneath. */
  originalCode?: string;
  /** The code of the server's reply, if there was one. */
  responseCode?: number;
  /** True for a permanent negative reply (RFC 5321, section 4.2.1). */
  permanent?: boolean;
}

/**
 * The result of a failed mail. After a reply to the sender, a recipient or the message the server does not have the mail. Without a reply
 * the result depends on whether any content was sent, since the connection may be lost after the server has accepted the mail.
 */
export function mailFailure(error: SmtpError, isContentSent: boolean): MailResult {
  if (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') {
    const retryable = error.responseCode !== undefined && error.permanent !== true;
    return { kind: 'refused', errorCode: 'rejected_recipient', retryable };
  }
  if (!isContentSent) return { kind: 'refused', errorCode: sessionErrorCode(error), retryable: true };
  return { kind: 'unknown', errorCode: lossErrorCode(error.code === 'ESOCKET' ? error.originalCode : error.code) };
}

/** True for a permanent refusal of the content, which has the reply address in its header, or of a mail that is UTF-8 for its sake. */
export function mayBeForReplyTo({ code, responseCode, permanent }: SmtpError, isUtf8: boolean): boolean {
  if (code === 'EMESSAGE') return responseCode === 550 || responseCode === 553;
  return isUtf8 && code === 'EENVELOPE' && permanent === true;
}

/** Errors of the session do not depend on the mail, and may be resolved at the next attempt. */
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

/** The server could not be reached when it did not let the session begin. */
export function mailAttemptOf(result: MailResult): DeliveryAttempt {
  switch (result.kind) {
    case 'accepted': {
      const answer = { rejected_recipients: result.rejectedRecipients };
      return { outcome: { kind: 'delivered' }, wasConnected: true, answer };
    }
    case 'refused':
      return { outcome: refusalOf(result), wasConnected: REACHED.has(result.errorCode), answer: {} };
    case 'unknown':
      return { outcome: { kind: 'uncertain', errorCode: result.errorCode }, wasConnected: true, answer: {} };
  }
}

const refusalOf = ({ errorCode, retryable }: MailResult & { kind: 'refused' }): Outcome =>
  retryable ? { kind: 'retry', errorCode, retryAfterSeconds: null } : { kind: 'failed', errorCode, isGone: false };

const REACHED: ReadonlySet<MailRefusedErrorCode> = new Set(['rejected_recipient', 'smtp_not_configured']);
