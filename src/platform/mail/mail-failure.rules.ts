import { connectErrorCode, lossErrorCode } from '../outbound/socket-error.rules';
import type { MailRefusedErrorCode, MailResult } from './mail.types';

/** What nodemailer says about a failure. */
export interface SmtpError {
  code?: string;
  /** The code of the network or TLS error beneath. */
  originalCode?: string;
  /** The server's reply, when there was one. */
  responseCode?: number;
  /** Whether that reply means that the same mail will be refused again (RFC 5321, section 4.2.1). */
  permanent?: boolean;
}

/**
 * What a failure means for the mail. A reply to the sender, a recipient or the message settles it: the server does not have it. Without
 * one it depends on whether any of the content was sent, for a server may accept a mail and be lost before it says so.
 */
export function mailFailure(error: SmtpError, isContentSent: boolean): MailResult {
  if (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') {
    const retryable = error.responseCode !== undefined && error.permanent !== true;
    return { kind: 'refused', errorCode: 'rejected_recipient', retryable };
  }
  if (!isContentSent) return { kind: 'refused', errorCode: sessionErrorCode(error), retryable: true };
  return { kind: 'unknown', errorCode: lossErrorCode(error.code === 'ESOCKET' ? error.originalCode : error.code) };
}

/** Faults of the session have nothing to do with the mail, and may be over or mended by the operator at the next attempt. */
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
