import type { Page } from 'playwright-core';
import { type Config, CONFIG } from '../../../src/platform/config/config';
import { startApp } from '../../support/app';
import { aPerson, secretIn, signInMails } from '../../support/browser';
import { anEnabledForm } from '../../support/forms';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { faultsAt, type Look } from '../support/accessibility';
import { withAuthenticator } from '../support/authenticator';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

const LOOKS: Look[] = [
  [320, 'dark'],
  [1280, 'light'],
];

describeInBrowser('passkeys in the console', () => {
  let smtp: SmtpReceiver;
  let url: string;
  const session = consoleSession(async () => {
    smtp = await SmtpReceiver.start();
    const app = await startApp({ smtpUrl: smtp.url, mailFrom: 'forms@example.org' });
    url = app.api.baseUrl.replace('127.0.0.1', 'localhost'); // browsers make passkeys for names only
    app.app.get<{ -readonly [Member in keyof Config]: Config[Member] }>(CONFIG).baseUrl = url;
    return app;
  });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const banner = (page: Page, name: string) => page.getByRole('banner').getByText(name);
  const goTo = (page: Page, view: string) => page.evaluate(`location.hash = '#${view}'`);

  /** Opens a page with a device that has passkeys, in which an invited person has just arrived. */
  async function arrived(name: string): Promise<Page> {
    await aPerson(session.app, `${name}@example.com`);
    const [mail] = (await signInMails(session.app, smtp)).filter(({ to }) => to.includes(`${name}@example.com`));
    const page = await session.visit('/inbox');
    await withAuthenticator(page);
    await page.goto(`${url}/console#${secretIn(mail!)}`);
    await button(page, 'Accept and sign in').click();
    await banner(page, name).waitFor();
    return page;
  }
  const signOut = async (page: Page) => {
    await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
    await dialog(page, 'Sign in').waitFor();
  };

  it('are offered after a mail, and sign in without one from then on', async () => {
    const page = await arrived('lena');
    const offer = dialog(page, 'Sign in without a mail next time?');
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    await offer.getByRole('button', { name: 'Add a passkey' }).click();
    await offer.waitFor({ state: 'detached' });
    await goTo(page, '/account');
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByText('never used').waitFor();
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    await signOut(page);
    await button(page, 'Use a passkey').or(page.getByRole('banner').getByText('lena')).first().click();
    await banner(page, 'lena').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await goTo(page, '/account');
    await page.getByRole('region', { name: 'Sessions' }).getByText('with a passkey').waitFor();
  });

  it('are renamed and removed, which ends the sessions that they have opened', async () => {
    const page = await arrived('otto');
    await dialog(page, 'Sign in without a mail next time?').getByRole('button', { name: 'Not now' }).click();
    await goTo(page, '/account');
    await button(page, 'Add a passkey').click();
    await page.getByText('The passkey was added.').waitFor();
    await page.getByRole('button', { name: /^Rename: / }).click();
    await dialog(page, 'Rename "Chrome on Linux"').getByRole('textbox').fill('Laptop');
    await button(page, 'Save').click();
    await page.getByRole('region', { name: 'Passkeys' }).getByText('Laptop').waitFor();
    await signOut(page);
    await button(page, 'Use a passkey').or(page.getByRole('banner').getByText('otto')).first().click();
    await banner(page, 'otto').waitFor();
    await goTo(page, '/account');
    await button(page, 'Remove: Laptop').click();
    await dialog(page, 'Remove "Laptop"?').getByRole('button', { name: 'Remove' }).click();
    await dialog(page, 'Sign in').waitFor();
  });

  it('prove after a quarter of an hour who is there, and so does the code of a mail, before a form is deleted', async () => {
    const page = await arrived('eve');
    const offer = dialog(page, 'Sign in without a mail next time?');
    await offer.getByRole('button', { name: 'Add a passkey' }).click();
    await offer.waitFor({ state: 'detached' }); // a passkey is added by a fresh proof, too
    for (const way of ['passkey', 'mail']) {
      const form = await anEnabledForm(session.app.api, { name: `Old ${way}` });
      await session.app.database.query(`update console_secrets set proved_at = now() - interval '16 minutes' where proved_at is not null`);
      await goTo(page, `/forms/${form.id}`);
      await button(page, 'Delete form').click();
      await page.getByRole('dialog').getByRole('textbox').fill(`Old ${way}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      const question = dialog(page, 'Is it you?');
      await question.waitFor();
      expect(await faultsAt(page, LOOKS)).toEqual([]);
      if (way === 'passkey') await question.getByRole('button', { name: 'Use a passkey' }).click();
      else {
        await question.getByRole('button', { name: 'Send me a code' }).click();
        await question.getByLabel('Code').waitFor();
        const code = /\b\d{6}\b/.exec((await signInMails(session.app, smtp)).at(-1)!.text)![0];
        await question.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
        await page.keyboard.press('Enter');
        await question.getByRole('alert').waitFor();
        await question.getByLabel('Code').fill(code);
        await page.keyboard.press('Enter');
      }
      await page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor();
      expect((await session.app.api.get(`/v1/forms/${form.id}`)).status).toBe(404);
    }
  });

  it('leave everything as it was when nobody proves who is there', async () => {
    const page = await arrived('mallory');
    await dialog(page, 'Sign in without a mail next time?').getByRole('button', { name: 'Not now' }).click();
    await session.app.database.query(`update console_secrets set proved_at = now() - interval '16 minutes' where proved_at is not null`);
    await goTo(page, '/account/keys');
    await button(page, 'New key').click();
    await dialog(page, 'New key').getByLabel('Name').fill('Back door');
    await button(page, 'Make the key').click();
    await dialog(page, 'Is it you?').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page, 'New key').getByRole('alert').waitFor();
    const { body } = await session.app.api.get<{ name: string }[]>('/v1/keys?limit=50');
    expect(body.data.map(({ name }) => name)).not.toContain('Back door');
  });
});
