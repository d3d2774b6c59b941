import type { Page } from 'playwright-core';
import type { FormView } from '../../../src/forms/form-view.dto';
import { shareApp } from '../../support/app';
import { aForm, anEnabledForm, aSubmission } from '../../support/forms';
import { waitUntil } from '../../support/wait-until';
import { accessibilityFaults, faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

describeInBrowser('the forms in the console', () => {
  const session = consoleSession(shareApp);

  async function open(options = {}): Promise<Page> {
    const page = await session.open('/forms', options);
    await page.getByRole('button', { name: 'New form' }).waitFor();
    return page;
  }
  const formNamed = async (name: string) =>
    (await session.app.api.get<FormView[]>('/v1/forms')).body.data.find((form) => form.name === name);

  it('says what to do first, and makes a form whose token is shown once, by keyboard only', async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'Make your first form' }).waitFor();
    await page.getByRole('button', { name: 'New form' }).press('Enter');
    await page.getByLabel('Form name').press('Enter');
    await page.getByText('The name must not be empty.').waitFor();
    await page.getByLabel('Form name').pressSequentially('Bookings');
    await page.keyboard.press('Tab');
    expect(await page.getByRole('checkbox', { name: 'Begin with name, e-mail and message' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText(/^fst_/).waitFor();
    const form = (await formNamed('Bookings'))!;
    expect(await page.getByRole('group', { name: 'snippet' }).innerText()).toContain(form.endpoint_url);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the form' }).press('Enter');
    await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Bookings', exact: true }).waitFor();
    expect(await page.getByText(/^fst_/).count()).toBe(0);
  });

  it('makes one form by a double click, and leaves the dialog with its view', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'New form' }).click();
    await page.evaluate("location.hash = '#/account'");
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goBack();
    await page.getByRole('button', { name: 'New form' }).click();
    await page.getByLabel('Form name').fill('Pressed twice');
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await page.getByText(/^fst_/).waitFor();
    const { data } = (await session.app.api.get<FormView[]>('/v1/forms?search=Pressed')).body;
    expect(data.map(({ name }) => name)).toEqual(['Pressed twice']);
  });

  it('tells of each form whether it is on, how much has come in and what is unread', async () => {
    const form = await anEnabledForm(session.app.api, { name: 'Contact desk' });
    await aForm(session.app.api, { name: `${'<img src=x onerror=alert(1)>'} ${'x'.repeat(200)}` });
    await aSubmission(session.app.api, form);
    const looks: Look[] = [
      [1280, 'light'],
      [768, 'dark'],
      [390, 'dark'],
      [320, 'light'],
    ];
    const page = await open();
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Contact desk' }) });
    await row.getByText('1 submission').waitFor();
    const lines = async () => expect(await row.innerText()).toMatch(/On[^]*1 submission[^]*1 unread/);
    expect(await faultsAt(page, looks, lines)).toEqual([]);
    expect(session.complaints).toEqual([]);
  });

  it('shows a form that another page has made', async () => {
    const page = await open();
    await aForm(session.app.api, { name: 'From elsewhere' });
    await waitUntil(async () => (await page.getByRole('link', { name: 'From elsewhere' }).count()) === 1);
  });
});
