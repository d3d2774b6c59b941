import type { Fault } from './faults.rules';
import { typeTitle } from './views/workflow/words.rules';

/** What is wrong in one sentence, and what to do in another, in which commands stand between backticks. */
export interface Cause {
  what: string;
  remedy: string;
}

/** The words for a fault, by its type, its code, the answer and the host. */
export function causeOf(fault: Fault): Cause {
  if (fault.isUncertain) return uncertain(fault);
  const words = WORDS[fault.code ?? ''];
  if (words) return words(fault);
  if (!fault.code) return { what: 'The workflow ended this run as failed', remedy: fault.message ?? 'One of its steps is there to do so.' };
  return { what: `${receiverOf(fault)} failed with ${fault.code}`, remedy: 'Retry. If it fails again, tell the operator.' };
}

/** What may have arrived of uncertain deliveries, and what a retry does. */
export const risksOf = (faults: readonly Fault[]): string[] => faults.filter(({ isUncertain }) => isUncertain).map(riskOf);

function riskOf(fault: Fault): string {
  const { to = [], subject } = fault;
  const mail = `${to.join(', ') || 'The recipients'} may have got the mail${subject ? ` “${subject}”` : ''} already. A retry sends it once more.`;
  if (isMail(fault)) return mail;
  const host = fault.host && fault.host !== receiverOf(fault) ? ` (${fault.host})` : '';
  return `${receiverOf(fault)}${host} may have got this submission already. A retry sends it once more.`;
}

/** Two or three words for an attempt in a list of attempts. */
export function inShort({ code, status }: Pick<Fault, 'code' | 'status'>): string {
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
  channel_disabled: 'turned off',
  rejected_recipient: 'recipient refused',
  smtp_not_configured: 'no mail server',
  template_failed: 'template failed',
};

const isMail = ({ type }: Fault): boolean => type === 'email' || type === 'notification';

/** Who should have got it, or what failed, at the beginning of a sentence. */
function receiverOf({ type, name, host }: Fault): string {
  if (type === 'notification') return 'The notification';
  if (type === 'email') return name ?? 'The mail';
  return name ?? host ?? (type === 'webhook' ? 'The receiver' : typeTitle(type));
}

/** Where a connection goes to. */
const placeOf = (fault: Fault): string => (isMail(fault) ? 'The mail server' : (fault.host ?? receiverOf(fault)));

/** At another place than the beginning of a sentence. */
const within = (name: string): string => name.replace(/^The (?=mail|receiver|notification)/, 'the ');

const setSecret = (name: string): string => `\`npm run cli -- secrets set --name ${name}\``;

const LATER_ONES = 'That is for those that come next: a retry sends what its own version of the workflow says.';

/** How another address is given to it. */
function correctAddress(fault: Fault): string {
  if (isMail(fault)) return 'The operator corrects `SMTP_URL`; then retry.';
  if (fault.addressSecret) return `Set the right address with ${setSecret(fault.addressSecret)}, then retry.`;
  return `Correct the address in the workflow and publish it. ${LATER_ONES}`;
}

function uncertain(fault: Fault): Cause {
  const isTaken = fault.code === 'timeout' ? 'did not answer in time' : 'the connection ended before an answer';
  if (isMail(fault)) {
    const mail = fault.type === 'notification' ? 'the notification' : fault.name ? `“${fault.name}”` : 'the mail';
    return {
      what: `Nobody knows whether ${mail} went out`,
      remedy: `The server took the message and ${isTaken}. Sending again may send it twice.`,
    };
  }
  const what = `Nobody knows whether ${within(receiverOf(fault))} has got it`;
  return {
    what,
    remedy: `It was sent, and ${isTaken.replace(/^did/, 'the receiver did')}. Look there before you retry: it may arrive twice.`,
  };
}

/** The words for an answer that refuses, by its status. */
function refused(fault: Fault): Cause {
  const { status, secret } = fault;
  const it = receiverOf(fault);
  const renew = secret
    ? `Set a new one with ${setSecret(secret)}, then retry.`
    : `Give it one in the workflow and publish it. ${LATER_ONES}`;
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
      return { what: `${it} answers 404`, remedy: `Nothing is at this address any more. ${correctAddress(fault)}` };
    case 410:
      return {
        what: `${it} wants no more deliveries`,
        remedy: 'It answered 410 and was turned off. Publish the workflow to turn it on again, then retry.',
      };
    case 408:
    case 425:
    case 429:
      return { what: `${it} gets more than it takes`, remedy: `It answered ${status} each time. Retry in a while.` };
    case 413:
      return {
        what: `${it} does not take that much`,
        remedy: `It answered 413. Send it less in the workflow and publish it. ${LATER_ONES}`,
      };
    default:
      return {
        what: `${it} refuses what it is sent`,
        remedy: `It answered ${status ?? 'that the request is wrong'}. Correct the step in the workflow and publish it. ${LATER_ONES}`,
      };
  }
}

const REPORT = 'Retry. If it happens again, tell the operator the id of the run.';

const WORDS: Record<string, (fault: Fault) => Cause> = {
  http_4xx: refused,
  http_5xx: (fault) => ({
    what: `${receiverOf(fault)} answers ${fault.status ?? 'with an error'} to every request`,
    remedy: 'The fault is on its side. Retry once it works again.',
  }),
  timeout: (fault) => ({
    what: `${placeOf(fault)} could not be reached in time`,
    remedy: 'It is down or very slow. Retry once it can be reached.',
  }),
  dns_error: (fault) => ({
    what: `${placeOf(fault)} could not be found`,
    remedy: `The name does not exist. ${correctAddress(fault)}`,
  }),
  tls_error: (fault) => ({
    what: `The certificate of ${within(placeOf(fault))} is not valid`,
    remedy: 'It has expired, or is for another name. Retry once it was renewed there.',
  }),
  connection_refused: (fault) => ({
    what: isMail(fault) ? 'The mail server lets nobody in' : `Nothing answers at ${within(placeOf(fault))}`,
    remedy: isMail(fault)
      ? 'It is down, or does not accept the sign-in of this service. The operator checks `SMTP_URL`; then retry.'
      : 'It is down, or has moved. Retry once it runs.',
  }),
  connection_reset: (fault) => ({
    what: `${placeOf(fault)} breaks the connection`,
    remedy: 'Nothing was delivered. Retry once it works again.',
  }),
  no_response: (fault) => ({
    what: `${placeOf(fault)} does not answer`,
    remedy: 'Nothing was delivered. Retry once it works again.',
  }),
  redirect_refused: (fault) => ({
    what: `${receiverOf(fault)} sends the request to another address`,
    remedy: `Redirects are not followed. ${correctAddress(fault)}`,
  }),
  target_not_allowed: (fault) => ({
    what: `${placeOf(fault)} must not be called`,
    remedy: 'It is inside the network of this service. The operator can allow it with `EGRESS_ALLOW_HOSTS`; then retry.',
  }),
  channel_disabled: (fault) => ({
    what: `${receiverOf(fault)} was turned off`,
    remedy: 'It failed for days, or wanted no more deliveries. Publish the workflow to turn it on again, then retry.',
  }),
  rejected_recipient: (fault) => ({
    what: `The mail server does not take ${fault.type === 'notification' ? 'the notification' : fault.name ? `“${fault.name}”` : 'the mail'}`,
    remedy: `${sentence(fault.message) ?? 'It refused the mail or all of its recipients.'} Correct the addresses and publish. ${LATER_ONES}`,
  }),
  smtp_not_configured: () => ({
    what: 'There is no mail server',
    remedy: 'The operator sets `SMTP_URL` and `MAIL_FROM`; then retry.',
  }),
  template_failed: (fault) => ({
    what: `${receiverOf(fault)} could not be filled in with these values`,
    remedy: `${sentence(fault.message) ?? 'A template of it failed.'} Correct the template and publish it. ${LATER_ONES}`,
  }),
  invalid_date: (fault) => ({
    what: `${fault.name || 'A delay'} has no date to wait for`,
    remedy: `${sentence(fault.message) ?? 'What it should wait for is no date.'} Correct it in the workflow and publish it. ${LATER_ONES}`,
  }),
  invalid_header: (fault) => ({
    what: `A header for ${within(receiverOf(fault))} cannot be sent`,
    remedy: `${sentence(fault.message) ?? 'It has a line break in it, or is too long.'} Correct it in the workflow and publish it. ${LATER_ONES}`,
  }),
  worker_lost: (fault) => ({ what: `The service broke off three times at ${within(receiverOf(fault))}`, remedy: REPORT }),
  internal_error: (fault) => ({ what: `The service could not send to ${within(receiverOf(fault))}`, remedy: REPORT }),
  expired_blocked: () => ({
    what: 'It waited a week for compute points',
    remedy: 'Retry once the account has points again.',
  }),
};

const sentence = (text: string | undefined): string | undefined => text && text.replace(/\.?$/, '.');

/** The codes that have words. */
export const CODES_IN_WORDS: readonly string[] = Object.keys(WORDS);
