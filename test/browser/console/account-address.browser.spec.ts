import type { Page } from 'playwright-core';
import { withAnotherAccount } from '../../support/app';
import { startRunningApp } from '../../support/runs';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

describeInBrowser('the address of the account in the console', () => {
  let smtp: SmtpReceiver;
  const session = consoleSession(async () => {
    smtp = await SmtpReceiver.start();
    return startRunningApp({ smtpUrl: smtp.url, mailFrom: 'forms@example.org' });
  });
  const section = (page: Page) => page.getByRole('region', { name: 'Address' });
  const LOOKS: Look[] = [
    [390, 'light'],
    [1280, 'dark'],
  ];
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const linkIn = (content: string) => /\/account-email\/[\w-]+/.exec(content.replaceAll('=\r\n', ''))![0];

  it('is typed, confirmed by the link of a mail, shown and removed', async () => {
    const page = await session.open('/account');
    await section(page).getByText('The account has no address.').waitFor();
    await page.getByLabel('E-mail address').fill('office@example.com');
    await button(page, 'Send the link').press('Enter');
    await section(page).getByText('A link was sent to office@example.com.').waitFor();
    expect(await faultsAt(page, LOOKS)).toEqual([]);

    await page.goto(`${session.app.api.baseUrl}${linkIn(smtp.mails.at(-1)!.content)}`);
    await button(page, 'Confirm').click();
    await page.getByRole('heading', { name: 'The address is confirmed' }).waitFor();

    await page.goto(`${session.app.api.baseUrl}/console#/account`);
    await section(page).getByText('office@example.com').waitFor();
    await section(page).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await section(page).getByText('The account has no address.').waitFor();
    const { body } = await session.app.api.get<{ email: string | null }>('/v1/account');
    expect(body.data.email).toBeNull();
    expect(session.complaints).toEqual([]);
  });

  it('says what is wrong with an address that is none, and keeps it', async () => {
    const other = await withAnotherAccount(session.app);
    const page = await session.open('/account', {}, other);
    await page.getByLabel('E-mail address').fill('office');
    await button(page, 'Send the link').click();
    await section(page).getByText('The address must be one e-mail address.').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('office');
  });

  it('says so where the service has no mail server', async () => {
    const sibling = await session.app.sibling({ smtpUrl: null });
    const page = await session.open('/account', {}, { ...session.app, ...sibling });
    await page.goto(`${sibling.api.baseUrl}/console#/account`);
    await section(page).getByText('The service has no mail server').waitFor();
    expect(await button(page, 'Send the link').count()).toBe(0);
  });
});
