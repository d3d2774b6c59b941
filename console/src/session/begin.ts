import { credentialIn, isOfMail } from './credential.rules';
import { connection } from './connection';
import { keepProof } from './proof';
import { jsonRequest, known, sessionEndsAt, timed } from './requests';

/** The way in which somebody signs in. */
type Way = 'mail' | 'passkey' | 'link' | 'key';

let arrival: Way | null = null;

/** The way in which somebody has just signed in on this page; null when it was asked for before, or when the session is older. */
export function takeArrival(): Way | null {
  const taken = arrival;
  arrival = null;
  return taken;
}

/** An invitation that somebody has opened, and accepts by a click. Programs that open the links of mails click on nothing. */
export interface Invitation {
  account: { name: string };
  person: { name: string; address: string };
  secret: string;
}

/** The outcome of an attempt to sign in: a refusal in words, a code for the browser that has asked for the mail, or an invitation. */
export type Outcome = 'signed in' | { refusal: string } | { code: string } | { invitation: Invitation };

interface Answer {
  data: { signed_in?: boolean; code?: string; invitation?: Omit<Invitation, 'secret'>; expires_at: string };
  error: { message: string };
}

/** Signs in with the secret of a link, which a mail or somebody has brought. */
export const signInWithSecret = (secret: string): Promise<Outcome> =>
  isOfMail(secret)
    ? begin('mail', 'console/sign-in/open', { secret }, MAIL_ENDED)
    : begin('link', 'console/session', { secret }, whyNoLink);

/** Accepts an invitation, which signs in. */
export const accept = ({ secret }: Invitation): Promise<Outcome> =>
  begin('mail', 'console/sign-in/open', { secret, join: true }, MAIL_ENDED);

/** Signs in with a pasted link, or with a key. */
export async function signInByPaste(text: string): Promise<Outcome> {
  const credential = credentialIn(text, location.href);
  if ('elsewhere' in credential) return { refusal: `This link is of another service. Open it there: ${credential.elsewhere}` };
  return 'key' in credential ? begin('key', 'console/session', credential, () => UNKNOWN_KEY) : signInWithSecret(credential.secret);
}

/** Signs in with the six digits that the link of the mail shows in another browser. */
export const signInByCode = (code: string): Promise<Outcome> => begin('mail', 'console/sign-in/code', { code });

export const signInByPasskey = (response: object, onlyToday: boolean): Promise<Outcome> =>
  begin('passkey', 'console/sign-in/passkey', { response, ...(onlyToday && { only_today: true }) });

type Words = (message: string) => string;
const asTold: Words = (message) => message;

async function begin(way: Way, path: string, body: object, unauthorized = asTold): Promise<Outcome> {
  try {
    const answer = await timed(path, jsonRequest('POST', body));
    const { data, error } = (await answer.json()) as Answer;
    if (!answer.ok) return { refusal: answer.status === 401 ? unauthorized(error.message) : error.message };
    if (data.invitation) return { invitation: { ...data.invitation, ...(body as { secret: string }) } };
    if (data.signed_in === false) return { code: data.code! };
    keepProof(answer);
    sessionEndsAt(data.expires_at);
    known.usedAt = Date.now();
    arrival = way;
    connection.signIns += 1;
    return 'signed in';
  } catch {
    return { refusal: 'The service does not answer. Try again in a moment.' };
  }
}

/** Drops the part of the message that names the command for a new link, since the dialog shows it. */
const whyNoLink: Words = (message) =>
  message.includes('another service')
    ? 'This link is of another service, or of another database.'
    : 'This link was used before, or has ended.';
const MAIL_ENDED: Words = () => 'This link was used before, or has ended. Ask for another one.';
const UNKNOWN_KEY = 'This key is not known, or it was revoked or has expired.';
