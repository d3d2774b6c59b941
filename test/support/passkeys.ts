import { type TestApp, withAnotherAccount } from './app';
import type { Deviations, SoftAuthenticator } from './authenticator';
import { aPerson, Browser, type PageAnswer, secretIn, signInMails } from './browser';
import type { SmtpReceiver } from './smtp-receiver';

/** The origin of the page in tests, by the default of BASE_URL. */
export const ORIGIN = 'http://localhost:3000';

let people = 0;

/** A new person of an account of their own, with all rights unless others are given, and a browser in which they have signed in by mail. */
export async function aSignedInPerson(app: TestApp, receiver: SmtpReceiver, rights: object = {}) {
  const address = `grace${++people}@example.com`;
  const account = await withAnotherAccount(app); // an account may invite ten people in an hour
  const { id } = await aPerson(account, address, rights);
  return { address, id, account, browser: await signedInByMail(app, receiver, address) };
}

/** A browser in which somebody has signed in by mail. */
export async function signedInByMail(app: TestApp, receiver: SmtpReceiver, address: string, browser = new Browser(app)): Promise<Browser> {
  await signInMails(app, receiver); // an invitation
  await browser.post('/console/sign-in', { address });
  const [mail] = await signInMails(app, receiver);
  const { status } = await browser.post('/console/sign-in/open', { secret: secretIn(mail!) });
  if (status !== 201) throw new Error(`Signing in answered ${status}.`);
  return browser;
}

/** Adds a passkey, as the page does. */
export async function addPasskey(browser: Browser, device: SoftAuthenticator, wrong: Deviations = {}, name?: string): Promise<PageAnswer> {
  const asked = await browser.post('/console/passkeys/options');
  if (asked.status !== 200) return asked;
  return browser.post('/console/passkeys', { response: device.create(asked.data.options, wrong), ...(name && { name }) });
}

/** Signs in with a passkey, as the page does. */
export async function signInByPasskey(browser: Browser, device: SoftAuthenticator, wrong: Deviations = {}, more = {}): Promise<PageAnswer> {
  const asked = await browser.post('/console/sign-in/passkey/options');
  if (asked.status !== 200) return asked;
  return browser.post('/console/sign-in/passkey', { response: device.get(asked.data.options, wrong), ...more });
}

/** Proves with a passkey who is there, as the page does. */
export async function proveByPasskey(browser: Browser, device: SoftAuthenticator, wrong: Deviations = {}): Promise<PageAnswer> {
  const asked = await browser.post('/console/proof/passkey/options');
  if (asked.status !== 200) return asked;
  return browser.post('/console/proof', { response: device.get(asked.data.options, wrong) });
}
