import { createTransport } from 'nodemailer';
import { readSetting } from '../../platform/config/config';
import { off, ok, unreadable } from './finding.rules';
import type { Finding } from './finding.rules';

/** Whether the mail server lets the service in. No mail is sent. */
export async function checkSmtp(env: NodeJS.ProcessEnv): Promise<Finding> {
  const url = readSetting(env, 'SMTP_URL');
  if (url === undefined) return unreadable('SMTP_URL');
  if (url === null) return off('SMTP_URL is not set: mail steps of workflows end as "smtp_not_configured".');
  const transport = createTransport({ url, ...TIMEOUTS });
  try {
    await transport.verify();
    return ok('The mail server answers and lets the service in.');
  } finally {
    transport.close();
  }
}

const TIMEOUTS = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 };
