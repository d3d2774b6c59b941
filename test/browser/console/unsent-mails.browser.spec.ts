import type { TestApp } from '../../support/app';
import { anEnabledForm, aSubmission, etagOf } from '../../support/forms';
import { startRunningApp } from '../../support/runs';
import { waitUntil } from '../../support/wait-until';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

/** The app of these tests has no mail server. */
describeInBrowser('mails that were not sent, in the console', () => {
  const session = consoleSession(startRunningApp);
  let account: TestApp;
  beforeEach(async () => {
    const { accountId, key } = await session.app.stranger();
    account = { ...session.app, accountId, api: session.app.api.as(key) };
  });

  async function anUnsentMail(): Promise<void> {
    const form = await anEnabledForm(account.api, { name: 'Contact desk', notifications_enabled: true });
    const settings = { notifications: { to: ['owner@example.com'] } };
    await account.api.patch(`/v1/forms/${form.id}/settings`, settings, { ifMatch: await etagOf(account.api, form) });
    await aSubmission(account.api, form);
    await waitUntil(async () => (await account.api.get<unknown[]>('/v1/notifications/unsent')).body.data.length === 1);
  }

  async function open() {
    const page = await session.open('/attention', {}, account);
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    return page;
  }

  it('are under Needs attention with their cause and what to do, and counted in the navigation', async () => {
    await anUnsentMail();
    const page = await open();
    const row = page.getByRole('list', { name: 'Mails that were not sent' }).getByRole('listitem');
    await row.getByText('There is no mail server').waitFor();
    expect(await row.innerText()).toMatch(/The operator sets SMTP_URL and MAIL_FROM; then send it again\.[^]*1 submission[^]*Contact desk/);
    await page.getByRole('link', { name: /^Needs attention 1$/ }).waitFor();
    await row.getByRole('link', { name: 'Submission' }).press('Enter');
    await page.getByRole('heading', { name: /^Submission/ }).waitFor();
    expect(session.complaints).toEqual([]);
  });

  it('are sent again by keyboard, which is told', async () => {
    await anUnsentMail();
    const page = await open();
    await page.getByRole('button', { name: 'Send again: Contact desk, There is no mail server' }).press('Enter');
    await page.getByText('The mail about 1 submission of “Contact desk” is sent again.').waitFor();
    expect(session.complaints).toEqual([]);
  });

  it('leave the list by a button, and are sent again from the page of their submission', async () => {
    await anUnsentMail();
    const page = await open();
    await page.getByRole('button', { name: 'Done: Contact desk, There is no mail server' }).press('Enter');
    await page.getByText('The mail about 1 submission of “Contact desk” is off the list.').waitFor();
    expect((await account.api.get<unknown[]>('/v1/notifications/unsent')).body.data).toEqual([]);
    const [form] = (await account.api.get<{ id: string }[]>('/v1/forms')).body.data;
    const [submission] = (await account.api.get<{ id: string }[]>(`/v1/forms/${form!.id}/submissions`)).body.data;
    const detail = await session.open(`/forms/${form!.id}/submissions/${submission!.id}`, {}, account);
    await detail.getByRole('button', { name: 'Send the mail again' }).press('Enter');
    await detail.getByText('It is tried again.').waitFor();
    await waitUntil(async () => (await account.api.get<unknown[]>('/v1/notifications/unsent')).body.data.length === 1);
    expect(session.complaints).toEqual([]);
  });

  it('have no accessibility faults', async () => {
    await anUnsentMail();
    const page = await open();
    await page.getByText('There is no mail server').waitFor();
    const looks: Look[] = [
      [1280, 'light'],
      [390, 'dark'],
    ];
    expect(await faultsAt(page, looks)).toEqual([]);
  });
});
