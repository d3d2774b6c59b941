import { createTransport } from 'nodemailer';
import { readSetting } from '../../platform/config/config';
import { off, ok, unreadable } from './finding.rules';
import type { Finding } from './finding.rules';

/** Checks that the mail server accepts a connection and the login. Sends no mail. */
export async function checkSmtp(env: NodeJS.ProcessEnv): Promise<Finding> {
  const url = readSetting(env, 'SMTP_URL');
  if (url === undefined) return unreadable('SMTP_URL');
  if (url === null)
    return off('SMTP_URL is not set: notifications and mail steps of workflows fail with "smtp_not_configured".');
  const transport = createTransport({ url, ...TIMEOUTS });
  try {
    await transport.verify();
    return ok('The mail server answers and accepts the login.');
  } finally {
    transport.close();
  }
}

const TIMEOUTS = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 };
