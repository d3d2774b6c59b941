import type { Page } from 'playwright-core';
import { startApp } from '../../support/app';
import { aLinkSecret } from '../../support/console';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

const LOOKS: Look[] = [
  [320, 'dark'],
  [1280, 'light'],
];

describeInBrowser('the first owner in the console, of a service without a mail server', () => {
  const session = consoleSession(() => startApp());
  beforeEach(() => session.app.database.query('update accounts set owner_asked_at = null'));
  const question = (page: Page) => page.getByRole('dialog', { name: 'Who are you?' });
  const openByLink = async () => session.visit(await aLinkSecret(session.app));

  it('leaves the question for later, and is not asked again', async () => {
    const page = await openByLink();
    await question(page).getByRole('button', { name: 'Later' }).click();
    await question(page).waitFor({ state: 'detached' });
    await page.evaluate(`location.hash = '#/account'`);
    await page.getByText('none: you have signed in by a link for the owner').waitFor();
    expect(await page.getByRole('button', { name: 'Say who you are' }).count()).toBe(0);
  });

  it('is asked for address and name once, and becomes a person with everything', async () => {
    const page = await openByLink();
    await question(page).getByLabel('E-mail address').fill('owner');
    await question(page).getByLabel('Name').fill('Olga Owner');
    await question(page).getByRole('button', { name: 'This is me' }).click();
    await question(page).getByText('The address must be one e-mail address.').waitFor();
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    await question(page).getByLabel('E-mail address').fill('owner@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('Olga Owner').waitFor();
    await page.evaluate(`location.hash = '#/account/people'`);
    await page.locator('.key').filter({ hasText: 'owner@example.com' }).getByText('Owner: does everything with all forms').waitFor();
    await session.close();
    const again = await openByLink();
    await again.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    expect(await again.getByRole('dialog').count()).toBe(0);
  });

  it('signs in by a link or a key, since nobody gets a mail', async () => {
    const page = await session.visit('/account');
    const dialog = page.getByRole('dialog', { name: 'Sign in', exact: true });
    await dialog.getByText('This service has no mail server, so it sends no links to sign in.').waitFor();
    expect(await page.getByLabel('E-mail address').count()).toBe(0);
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    await page.getByLabel('API key').fill(await session.app.key());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This session' }).waitFor();
  });
});
