import type { Page } from 'playwright-core';
import type { KeyView } from '../../../src/keys/key-view.dto';
import { startApp } from '../../support/app';
import { aPerson, secretIn, signInMails } from '../../support/browser';
import { anEnabledForm, aSubmission, type CreatedForm } from '../../support/forms';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

const LOOKS: Look[] = [
  [320, 'dark'],
  [390, 'light'],
  [1280, 'dark'],
];

describeInBrowser('the people in the console', () => {
  let smtp: SmtpReceiver;
  let museum: CreatedForm;
  const session = consoleSession(async () => {
    smtp = await SmtpReceiver.start();
    return startApp({ smtpUrl: smtp.url, mailFrom: 'forms@example.org' });
  });
  beforeAll(async () => {
    museum = await anEnabledForm(session.app.api, { name: 'Museum', validate_fields: false });
    await anEnabledForm(session.app.api, { name: 'Contact desk', validate_fields: false });
  });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const row = (page: Page, name: string) => page.locator('.key').filter({ has: page.locator('strong').getByText(name, { exact: true }) });
  async function open(): Promise<Page> {
    const page = await session.open('/account/people');
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    return page;
  }
  const personNamed = async (name: string) =>
    (await session.app.api.get<KeyView[]>('/v1/keys?kind=person&limit=50')).body.data.find((person) => person.name === name)!;

  it('are invited by keyboard with a role, forms and no end, and are listed as joined once they came', async () => {
    const page = await open();
    await page.getByText('Nobody was invited yet.').waitFor();
    await button(page, 'Invite').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    await dialog.getByRole('button', { name: 'Invite' }).press('Enter');
    await dialog.getByText('The address must be one e-mail address.').waitFor();
    await dialog.getByLabel('E-mail address').fill('Lena@Example.com');
    await dialog.getByLabel('Name').fill('Lena');
    await dialog.getByRole('radio', { name: 'Reader' }).press('Space');
    await dialog.getByRole('radio', { name: 'Only these' }).press('Space');
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    await dialog.getByLabel('Museum').press('Space');
    await dialog.getByLabel('Museum').press('Enter');
    await page.getByText('An invitation is on its way to lena@example.com.').waitFor();
    await row(page, 'Lena').getByText('Reader: reads and marks submissions, sees settings and workflows of 1 form: Museum').waitFor();
    await row(page, 'Lena').getByText('not here yet').waitFor();
    await row(page, 'Lena').getByText('no end').waitFor();
    expect(await personNamed('Lena')).toMatchObject({ expires_at: null, form_ids: [museum.id], person: { address: 'lena@example.com' } });
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    expect(session.complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);

    const hers = await (await session.browser.newContext()).newPage();
    const [mail] = await signInMails(session.app, smtp);
    await hers.goto(`${session.app.api.baseUrl}/console#${secretIn(mail!)}`);
    await button(hers, 'Accept and sign in').click();
    await hers.getByRole('banner').getByText('Lena').waitFor();
    await page.reload();
    await row(page, 'Lena').getByText('last seen').waitFor();
    await button(page, 'Send a link: Lena').waitFor();

    await button(page, 'Change: Lena').press('Enter');
    await page.getByRole('checkbox', { name: 'marks submissions' }).press('Space');
    await button(page, 'Save').press('Enter');
    await row(page, 'Lena').getByText('Viewer: reads submissions').waitFor();
    await hers.getByRole('dialog', { name: 'Sign in', exact: true }).waitFor();
  });

  it('are invited once an address, and again by another mail or by a link to hand over', async () => {
    await aPerson(session.app, 'otto@example.com');
    await signInMails(session.app, smtp);
    const page = await open();
    await button(page, 'Invite').click();
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    await dialog.getByLabel('E-mail address').fill('otto@example.com');
    await dialog.getByLabel('Name').fill('Otto again');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave it' }).click();
    await button(page, 'Invite again: otto').click();
    await page.getByText('A mail is on its way to otto@example.com.').waitFor();
    expect(await signInMails(session.app, smtp)).toHaveLength(1);
    await button(page, 'Copy a link: otto').click();
    await button(page, 'Make the link').click();
    const url = (await page.getByRole('group', { name: 'link' }).innerText()).trim();
    const his = await (await session.browser.newContext()).newPage();
    await his.goto(`${session.app.api.baseUrl}/console${new URL(url).hash}`);
    await his.getByRole('banner').getByText('otto').waitFor();
    await button(page, 'Done').click();
    expect(await page.content()).not.toContain(new URL(url).hash);
  });

  it('lose their access at once, and what they did keeps their name', async () => {
    await aPerson(session.app, 'eve@example.com');
    const secret = secretIn((await signInMails(session.app, smtp)).at(-1)!);
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) await aSubmission(session.app.api, museum, { email });
    const hers = await (await session.browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await hers.goto(`${session.app.api.baseUrl}/console#${secret}`);
    await button(hers, 'Accept and sign in').click();
    await hers.getByText('a@example.com').waitFor();
    await button(hers, 'Not now').click(); // a passkey was offered
    for (const box of await hers.locator('main').getByRole('checkbox').all()) await box.check();
    await button(hers, 'Delete').click();
    await hers.getByText('a@example.com').waitFor({ state: 'detached' });
    const page = await open();
    await page.locator('.activity').getByText('eve deleted 3 submissions of Museum').waitFor();
    await button(page, 'End: eve').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'End the access of "eve"?' });
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    await dialog.getByRole('button', { name: 'End it' }).press('Enter');
    await page.getByText('eve has no access any more.').waitFor();
    await hers.getByRole('dialog', { name: 'Sign in', exact: true }).waitFor();
    await page.reload();
    await page.locator('.activity').getByText('eve deleted 3 submissions of Museum').waitFor();
    await page.getByLabel('Status').selectOption('Revoked');
    await row(page, 'eve').getByText('ended').waitFor();
  });
});
