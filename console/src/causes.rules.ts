import type { DeliveryProblem } from './problems.rules';
import { typeTitle } from './views/workflow/words.rules';

/** A cause of a problem and its remedy, in which commands stand between backticks. */
export interface Cause {
  what: string;
  remedy: string;
}

export function causeOf(problem: DeliveryProblem): Cause {
  const cause = causeOfDelivery(problem);
  return problem.channel_type === 'notification' ? { ...cause, remedy: forMails(cause.remedy) } : cause;
}

/** Mails to the owner are no part of a workflow, and are sent again where others are retried. */
const forMails = (remedy: string): string =>
  remedy
    .replace(
      /Correct the addresses and publish\..*$/,
      'Correct the addresses under “Notifications” in the settings of the form, then send it again.',
    )
    .replace(/ the id of the run\b/, '')
    .replace(/\b(R|r)etry\b/g, (_, letter: string) => `${letter === 'R' ? 'S' : 's'}end it again`);

function causeOfDelivery(problem: DeliveryProblem): Cause {
  if (problem.status === 'uncertain') return uncertain(problem);
  const words = WORDS[problem.error_code ?? ''];
  if (words) return words(problem);
  if (!problem.error_code)
    return { what: 'The workflow ended this run as failed', remedy: problem.message ?? 'One of its steps is there to do so.' };
  return { what: `${receiverOf(problem)} failed with ${problem.error_code}`, remedy: 'Retry. If it fails again, tell the operator.' };
}

/** A sentence for each uncertain delivery about what a retry may do twice. */
export const risksOf = (problems: readonly DeliveryProblem[]): string[] =>
  problems.filter(({ status }) => status === 'uncertain').map(riskOf);

function riskOf(problem: DeliveryProblem): string {
  const { recipients, subject } = problem;
  const who = recipients?.join(', ') || 'The recipients';
  if (isMail(problem)) return `${who} may have got the mail${subject ? ` “${subject}”` : ''} already. A retry sends it once more.`;
  const host = problem.host && problem.host !== receiverOf(problem) ? ` (${problem.host})` : '';
  return `${receiverOf(problem)}${host} may have got this submission already. A retry sends it once more.`;
}

/** A short label of an attempt, in two or three words. */
export function inShort({ error_code: code, http_status: status }: Pick<DeliveryProblem, 'error_code' | 'http_status'>): string {
  return status ? String(status) : (SHORT[code ?? ''] ?? (code ?? 'failed').replaceAll('_', ' '));
}

const SHORT: Record<string, string> = {
  timeout: 'no answer in time',
  dns_error: 'name not found',
  tls_error: 'certificate not valid',
  no_response: 'no answer',
  http_4xx: 'refused',
  http_5xx: 'failed',
  redirect_refused: 'redirected',
  target_not_allowed: 'not allowed',
  host_not_allowed: 'not allowed',
  channel_disabled: 'turned off',
  rejected_recipient: 'recipient refused',
  smtp_not_configured: 'no mail server',
  template_failed: 'template failed',
};

/** A mail to a visitor that was not sent for a reason that nobody has to mend. */
export const isUnsent = ({ status, error_code: code }: { status: string; error_code: string | null }): boolean =>
  status === 'skipped' && WORDS[code ?? ''] !== undefined;

const isMail = ({ channel_type: type }: DeliveryProblem): boolean => type === 'email' || type === 'notification';

/** The receiver or the failed step, as the beginning of a sentence. */
function receiverOf({ channel_type: type, name, host }: DeliveryProblem): string {
  if (type === 'notification') return 'The notification';
  if (type === 'email') return name ?? 'The mail';
  return name ?? host ?? (type === 'webhook' ? 'The receiver' : typeTitle(type));
}

const placeOf = (problem: DeliveryProblem): string => (isMail(problem) ? 'The mail server' : (problem.host ?? receiverOf(problem)));

/** The name of a receiver inside of a sentence, with a lower-case article. */
const within = (name: string): string => name.replace(/^The (?=mail|receiver|notification)/, 'the ');

const setSecret = (name: string): string => `\`npm run cli -- secrets set --name ${name}\``;

const allowHost = ({ secret_name, address_secret_name, host }: DeliveryProblem): string =>
  `\`npm run cli -- secrets hosts --name ${secret_name ?? address_secret_name ?? '<name>'} --host ${host ?? '<host>'}\``;

const THEN_SEND = 'Then send this with the new version.';

function correctAddress(problem: DeliveryProblem): string {
  if (isMail(problem)) return 'The operator corrects `SMTP_URL`; then retry.';
  if (problem.address_secret_name) return `Set the right address with ${setSecret(problem.address_secret_name)}, then retry.`;
  return `Correct the address in the workflow and publish it. ${THEN_SEND}`;
}

function uncertain(problem: DeliveryProblem): Cause {
  const isTaken = problem.error_code === 'timeout' ? 'did not answer in time' : 'the connection ended before an answer';
  if (isMail(problem)) {
    const mail = problem.channel_type === 'notification' ? 'the notification' : problem.name ? `“${problem.name}”` : 'the mail';
    return {
      what: `Nobody knows whether ${mail} went out`,
      remedy: `The server took the message and ${isTaken}. Sending again may send it twice.`,
    };
  }
  const what = `Nobody knows whether ${within(receiverOf(problem))} has got it`;
  return {
    what,
    remedy: `It was sent, and ${isTaken.replace(/^did/, 'the receiver did')}. Look there before you retry: it may arrive twice.`,
  };
}

function refused(problem: DeliveryProblem): Cause {
  const { http_status: status, secret_name: secret } = problem;
  const it = receiverOf(problem);
  const renew = secret
    ? `Set a new one with ${setSecret(secret)}, then retry.`
    : `Give it one in the workflow and publish it. ${THEN_SEND}`;
  switch (status) {
    case 401:
      return {
        what: `${it} answers 401 to every request`,
        remedy: secret ? `The key that it was given is not accepted any more. ${renew}` : `It wants a key. ${renew}`,
      };
    case 403:
      return {
        what: `${it} answers 403 to every request`,
        remedy: secret
          ? `The key that it was given does not allow this. ${renew}`
          : `It does not allow this to anybody without a key. ${renew}`,
      };
    case 404:
      return { what: `${it} answers 404`, remedy: `Nothing is at this address any more. ${correctAddress(problem)}` };
    case 410:
      return {
        what: `${it} wants no more deliveries`,
        remedy:
          'It answered 410 and was turned off. Once it takes deliveries again, or has another address in the workflow: send all again.',
      };
    case 408:
    case 425:
    case 429:
      return { what: `${it} gets more than it takes`, remedy: `It answered ${status} each time. Retry in a while.` };
    case 413:
      return {
        what: `${it} does not take that much`,
        remedy: `It answered 413. Send it less in the workflow and publish it. ${THEN_SEND}`,
      };
    default:
      return {
        what: `${it} refuses what it is sent`,
        remedy: `It answered ${status ?? 'that the request is wrong'}. Correct the step in the workflow and publish it. ${THEN_SEND}`,
      };
  }
}

const unsent = (what: string): Cause => ({ what, remedy: 'All else went on.' });

const REPORT = 'Retry. If it happens again, tell the operator the id of the run.';

const WORDS: Record<string, (problem: DeliveryProblem) => Cause> = {
  http_4xx: refused,
  http_5xx: (problem) => ({
    what: `${receiverOf(problem)} answers ${problem.http_status ?? 'with an error'} to every request`,
    remedy: 'The fault is on its side. Retry once it works again.',
  }),
  timeout: (problem) => ({
    what: `${placeOf(problem)} could not be reached in time`,
    remedy: 'It is down or very slow. Retry once it can be reached.',
  }),
  dns_error: (problem) => ({
    what: `${placeOf(problem)} could not be found`,
    remedy: `The name does not exist. ${correctAddress(problem)}`,
  }),
  tls_error: (problem) => ({
    what: `The certificate of ${within(placeOf(problem))} is not valid`,
    remedy: 'It has expired, or is for another name. Retry once it was renewed there.',
  }),
  connection_refused: (problem) => ({
    what: isMail(problem) ? 'The mail server lets nobody in' : `Nothing answers at ${within(placeOf(problem))}`,
    remedy: isMail(problem)
      ? 'It is down, or does not accept the sign-in of this service. The operator checks `SMTP_URL`; then retry.'
      : 'It is down, or has moved. Retry once it runs.',
  }),
  connection_reset: (problem) => ({
    what: `${placeOf(problem)} breaks the connection`,
    remedy: 'Nothing was delivered. Retry once it works again.',
  }),
  no_response: (problem) => ({
    what: `${placeOf(problem)} does not answer`,
    remedy: 'Nothing was delivered. Retry once it works again.',
  }),
  redirect_refused: (problem) => ({
    what: `${receiverOf(problem)} sends the request to another address`,
    remedy: `Redirects are not followed. ${correctAddress(problem)}`,
  }),
  target_not_allowed: (problem) => ({
    what: `${placeOf(problem)} must not be called`,
    remedy: 'It is inside the network of this service. The operator can allow it with `EGRESS_ALLOW_HOSTS`; then retry.',
  }),
  host_not_allowed: (problem) => ({
    what: `${receiverOf(problem)} must not get a secret that it would be sent`,
    remedy: `The operator says where a secret belongs. If this is such a place: ${allowHost(problem)}; then retry.`,
  }),
  channel_disabled: (problem) => ({
    what: `${receiverOf(problem)} was turned off`,
    remedy:
      'It failed for days, or wanted no more deliveries. Once it takes them again, or has another address in the workflow: send all again.',
  }),
  rejected_recipient: (problem) => ({
    what: `The mail server does not take ${mailOf(problem)}`,
    remedy: afterReason(problem, 'It refused the mail or all of its recipients.', 'Correct the addresses and publish.'),
  }),
  smtp_not_configured: () => ({
    what: 'There is no mail server',
    remedy: 'The operator sets `SMTP_URL` and `MAIL_FROM`; then retry.',
  }),
  visitor_mail_limit: () => unsent('The limit of mails to visitors was reached'),
  recipient_stopped: () => unsent('The visitor wants no mails'),
  undeliverable: () => unsent('The address does not exist: the visitor may have mistyped it'),
  template_failed: (problem) => ({
    what: `${receiverOf(problem)} could not be filled in with these values`,
    remedy: afterReason(problem, 'A template of it failed.', 'Correct the template and publish it.'),
  }),
  invalid_template_output: (problem) => ({
    what: `${receiverOf(problem)} would have got no JSON with these values`,
    remedy: afterReason(problem, 'A template of it does not give JSON.', 'Correct the template and publish it.'),
  }),
  invalid_date: (problem) => ({
    what: `${problem.name || 'A delay'} has no date to wait for`,
    remedy: afterReason(problem, 'What it should wait for is no date.', 'Correct it in the workflow and publish it.'),
  }),
  invalid_header: (problem) => ({
    what: `A header for ${within(receiverOf(problem))} cannot be sent`,
    remedy: afterReason(problem, 'It has a line break in it, or is too long.', 'Correct it in the workflow and publish it.'),
  }),
  worker_lost: (problem) => ({ what: `The service broke off three times at ${within(receiverOf(problem))}`, remedy: REPORT }),
  internal_error: (problem) => ({ what: `The service could not send to ${within(receiverOf(problem))}`, remedy: REPORT }),
  blocked_insufficient_compute_points: () => ({
    what: 'It waits for compute points',
    remedy: 'It begins by itself once the account has points again, and fails after a week without them.',
  }),
  expired_blocked: () => ({ what: 'It waited a week for compute points', remedy: 'Retry once the account has points again.' }),
};

const sentence = (text: string | null | undefined): string | undefined => text?.replace(/\.?$/, '.');

export const CODES_IN_WORDS: readonly string[] = Object.keys(WORDS);

/** The reason that the service gave, or else the given one, followed by the remedy. */
const afterReason = ({ message }: DeliveryProblem, reason: string, remedy: string): string =>
  `${sentence(reasonIn(message)) ?? reason} ${remedy} ${THEN_SEND}`;

/** The reason that the service gave. Known reasons that only make sense to authors of templates are replaced. */
export const reasonIn = (message: string | null | undefined): string | null =>
  REASONS.find(([known]) => known.test(message ?? ''))?.[1] ?? message ?? null;

const REASONS: [RegExp, string][] = [
  [/^No recipient renders to/, 'With these values none of its recipients is an e-mail address'],
  [/^A header renders to/, 'With these values it has a line break in it, or is too long'],
];

const mailOf = ({ channel_type: type, name }: DeliveryProblem): string =>
  type === 'notification' ? 'the notification' : name ? `“${name}”` : 'the mail';
