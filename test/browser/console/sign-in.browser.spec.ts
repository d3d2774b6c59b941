import type { Page } from 'playwright-core';
import { startApp, withAnotherAccount } from '../../support/app';
import { aPerson, secretIn, signInMails } from '../../support/browser';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

const LOOKS: Look[] = [
  [320, 'light'],
  [390, 'dark'],
  [1280, 'light'],
];

describeInBrowser('signing in to the console by mail', () => {
  let smtp: SmtpReceiver;
  const session = consoleSession(async () => {
    smtp = await SmtpReceiver.start();
    return startApp({ smtpUrl: smtp.url, mailFrom: 'forms@example.org' });
  });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in', exact: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const banner = (page: Page, name: string) => page.getByRole('banner').getByText(name);
  /** The secret in the newest mail to an address. */
  const mailed = async (address: string) =>
    secretIn((await signInMails(session.app, smtp)).filter(({ to }) => to.includes(address)).at(-1)!);
  /** The end of the session's cookie, in seconds since 1970. */
  const endOfCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => !name.endsWith('browser'))!.expires;
  const isUnexpected = (complaint: string) => !complaint.includes('401');

  async function ask(page: Page, address: string): Promise<string> {
    await signInMails(session.app, smtp); // invitations
    await page.getByLabel('E-mail address').fill(address);
    await page.keyboard.press('Enter');
    await dialog(page).getByText(`A mail is on its way if somebody with the address ${address} is here.`).waitFor();
    return mailed(address);
  }
  /** Signs in by a mail in a browser of its own. */
  async function signedIn(address: string, view = '/account'): Promise<Page> {
    const page = await (await session.browser.newContext()).newPage();
    await page.goto(`${session.app.api.baseUrl}/console#${view}`);
    await page.evaluate(`location.hash = '#${await ask(page, address)}'`);
    await dialog(page).waitFor({ state: 'detached' });
    return page;
  }

  it('asks for an address, and says the same where nobody has it', async () => {
    const page = await session.visit('/inbox');
    const address = page.getByLabel('E-mail address');
    await address.waitFor();
    expect(await address.getAttribute('autocomplete')).toBe('username webauthn');
    expect(await page.getByLabel('API key').isVisible()).toBe(false);
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    await page.getByText('Other ways').click();
    expect(await page.getByLabel('API key').isVisible()).toBe(true);
    await address.fill('nobody@example.com');
    await address.press('Enter');
    await dialog(page).getByText('A mail is on its way if somebody with the address nobody@example.com is here.').waitFor();
    expect(await signInMails(session.app, smtp)).toEqual([]);
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    await button(page, 'Another address').click();
    await address.waitFor();
    expect(session.complaints.filter(isUnexpected)).toEqual([]);
  });

  it('signs in by the link in the browser that asked, for thirty days, in the view that was asked for', async () => {
    await aPerson(session.app, 'lena@example.com');
    const page = await session.visit('/account');
    const secret = await ask(page, 'lena@example.com');
    await page.evaluate(`location.hash = '#${secret}'`);
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('in 30 days').waitFor();
    await page.getByText('or after 7 days without use').waitFor();
    await banner(page, 'lena').waitFor();
    expect(page.url()).not.toContain(secret);
    expect(await endOfCookie(page)).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(session.complaints.filter(isUnexpected)).toEqual([]);
  });

  it('signs in only for today where that is ticked', async () => {
    await aPerson(session.app, 'guest@example.com');
    const page = await session.visit('/account');
    await page.getByLabel('Only for today').check();
    await page.goto(`${session.app.api.baseUrl}/console#${await ask(page, 'guest@example.com')}`);
    await banner(page, 'guest').waitFor();
    await page.evaluate(`location.hash = '#/account'`);
    await page.getByText('or after an hour without use').waitFor();
    expect(await endOfCookie(page)).toBe(-1); // it ends with the browser
  });

  it('shows a code in another browser, which signs in the one that asked', async () => {
    await aPerson(session.app, 'otto@example.com');
    const page = await session.visit('/account');
    const secret = await ask(page, 'otto@example.com');
    const other = await (await session.browser.newContext()).newPage();
    await other.goto(`${session.app.api.baseUrl}/console#${secret}`);
    await other.getByText('Type it only where you yourself asked to sign in.').waitFor();
    const digits = await other.locator('.code-to-type').innerText();
    expect(digits).toMatch(/^\d{3} \d{3}$/);
    expect(other.url()).not.toContain(secret);
    expect(await faultsAt(other, LOOKS)).toEqual([]);
    await page.getByLabel('Code').fill(digits === '000 000' ? '111 111' : '000 000');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('alert').getByText('This is not the code. 4 tries are left.').waitFor();
    await page.getByLabel('Code').fill(digits);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await banner(page, 'otto').waitFor();
  });

  it('accepts an invitation by a click, and says afterwards that it was used', async () => {
    await aPerson(session.app, 'new@example.com');
    const secret = await mailed('new@example.com');
    const page = await session.visit(secret);
    await dialog(page).getByText('invites you to its forms, as new with the address new@example.com.').waitFor();
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    await button(page, 'Accept and sign in').click();
    await banner(page, 'new').waitFor();
    await session.close();
    const later = await session.visit(secret);
    await dialog(later).getByRole('alert').getByText('This link was used before, or has ended.').waitFor();
    await later.getByLabel('E-mail address').waitFor();
  });

  it('asks which account where the address is in several, and switches later without signing in again', async () => {
    const other = await withAnotherAccount(session.app);
    await aPerson(session.app, 'both@example.com', { person: { address: 'both@example.com', name: 'Here' } });
    await aPerson(other, 'both@example.com', { person: { address: 'both@example.com', name: 'There' } });
    const page = await signedIn('both@example.com');
    const question = page.getByRole('dialog', { name: 'Which account?' });
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    await question.getByText('as There').click();
    await question.getByRole('button', { name: 'Open it' }).click();
    await button(page, 'Not now').click(); // a passkey is offered before the page goes there
    await banner(page, 'There').waitFor();
    await page.evaluate(`location.hash = '#/account'`);
    await page.getByRole('button', { name: /^Switch to/ }).click();
    await banner(page, 'Here').waitFor();
  });

  it('lists the sessions of a person, and ends all others', async () => {
    await aPerson(session.app, 'many@example.com');
    const first = await signedIn('many@example.com');
    const second = await signedIn('many@example.com');
    await button(second, 'Not now').click();
    const sessions = second.getByRole('region', { name: 'Sessions' });
    await sessions.getByText('this session').waitFor();
    expect(await sessions.getByRole('listitem').count()).toBe(2);
    await sessions.getByText('Chrome on Linux').first().waitFor();
    expect(await faultsAt(second, LOOKS)).toEqual([]);
    await button(second, 'End all others').click();
    await second.getByRole('dialog').getByRole('button', { name: 'End them' }).click();
    await sessions.getByText('All other sessions have ended.').waitFor();
    expect(await sessions.getByRole('listitem').count()).toBe(1);
    await first.reload();
    await dialog(first).waitFor();
  });
});
