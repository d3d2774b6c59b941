import { createTransport } from 'nodemailer';
import { readSetting } from '../../platform/config/config';
import { rowsOf } from './database-check';
import { type Finding, off, ok, unreadable, warning } from './finding.rules';

/** Checks that there is a mail server, and a recipient for each form that notifies of submissions. */
export async function checkNotifications(url: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const [counts] = await rowsOf<{ notifying: number; unaddressed: number }>(url, COUNTS);
  const { notifying, unaddressed } = counts!;
  const remedies = [
    ...(notifying > 0 && readSetting(env, 'SMTP_URL') === null ? [NO_SERVER] : []),
    ...(unaddressed > 0 ? [NO_ADDRESS] : []),
  ];
  const finding = `Forms that notify of submissions: ${notifying}; without an address: ${unaddressed}.`;
  return remedies.length === 0 ? ok(finding) : warning(finding, remedies.join('\n'));
}

const NO_SERVER = 'Set SMTP_URL and MAIL_FROM; until then notifications fail with "smtp_not_configured".';
const NO_ADDRESS =
  'Set notifications.to in the settings of these forms, or the address of the account, under "Account" in the console or with "accounts set-email"; until then they notify nobody.';

const COUNTS = `
  select count(*)::int as notifying,
    count(*) filter (where a.notify_email is null and not f.settings @? '$.notifications.to[0]')::int as unaddressed
  from forms f join accounts a on a.id = f.account_id
  where f.notifications_enabled and f.status = 'enabled' and f.deleted_at is null`;

/** Checks, without sending a mail, that the mail server accepts a connection and the login. */
export async function checkSmtp(env: NodeJS.ProcessEnv): Promise<Finding> {
  const url = readSetting(env, 'SMTP_URL');
  if (url === undefined) return unreadable('SMTP_URL');
  if (url === null) return off('SMTP_URL is not set: notifications and mail steps of workflows fail with "smtp_not_configured".');
  const transport = createTransport({ url, ...TIMEOUTS });
  try {
    await transport.verify();
    return ok('The mail server answers and accepts the login.');
  } finally {
    transport.close();
  }
}

const TIMEOUTS = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 };
