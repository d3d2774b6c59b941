import { certificateRemedyOf } from '../errors/certificate-remedies.rules';
import type { SmtpError } from './mail-failure.rules';

/** One sentence or two for an operator whose mail server cannot be used. */
export function smtpRemedyOf(error: unknown): string {
  const { code, responseCode } = error as SmtpError;
  const message = error instanceof Error ? error.message : '';
  if (/wrong version number|packet length too long|EPROTO|ERR_SSL|ssl3_get_record/i.test(`${code} ${message}`)) return TLS_TO_PLAIN;
  const certificate = certificateRemedyOf(error, 'SMTP_URL');
  if (certificate) return certificate;
  if (/starttls/i.test(message)) return NEEDS_STARTTLS;
  if (code === 'ETIMEDOUT' && /greeting/i.test(message)) return NO_GREETING;
  if (code === 'EAUTH' || (responseCode !== undefined && LOGIN_REFUSED.has(responseCode))) return LOGIN;
  if (code === 'EDNS') return 'Set the host in SMTP_URL to a name that this machine can resolve.';
  return UNREACHABLE;
}

const TLS_TO_PLAIN =
  'Begin SMTP_URL with smtp:// and not smtps://, since this port speaks without TLS at first, as port 587 does; the service then uses STARTTLS.';
const NEEDS_STARTTLS =
  'Let the mail server offer STARTTLS at this port, or begin SMTP_URL with smtps:// and use the port for TLS, which is mostly 465.';
const NO_GREETING =
  'Begin SMTP_URL with smtps:// if this is the port for TLS, which is mostly 465: a server there waits for TLS and says nothing before.';
const LOGIN = 'Set the user and the password in SMTP_URL to those that the mail server accepts.';
const UNREACHABLE = 'Set SMTP_URL to the host, port, user and password of the mail server, and allow this machine to connect.';

const LOGIN_REFUSED = new Set([454, 530, 534, 535, 538]);
