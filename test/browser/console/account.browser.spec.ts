import type { Page } from 'playwright-core';
import { VisitorMailsService } from '../../../src/visitor-mails/visitor-mails.service';
import { anEnabledForm, aSubmission, type CreatedForm } from '../../support/forms';
import { startRunningApp } from '../../support/runs';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

describeInBrowser('the account in the console', () => {
  const session = consoleSession(startRunningApp);
  let form: CreatedForm;
  beforeAll(async () => {
    form = await anEnabledForm(session.app.api, { name: 'Contact desk', validate_fields: false });
  });

  async function open(options = {}): Promise<Page> {
    const page = await session.open('/account', options);
    await page.getByRole('heading', { name: 'This session' }).waitFor();
    return page;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const anExportLink = async (name: string) => {
    const answer = await session.app.api.post(`/v1/forms/${form.id}/export-links`, { name, expires_in: 86400 });
    expect(answer.status).toBe(201);
  };
  const isThere = async (id: string) => (await session.app.api.get(`/v1/forms/${form.id}/submissions/${id}`)).status === 200;

  it('says what the session may do, until when, and that there is no limit of points', async () => {
    const page = await open();
    const facts = await page.locator('.facts').innerText();
    expect(facts).toMatch(/Ends\s+in 12 h, or after an hour without use/);
    expect(facts).toMatch(/Forms\s+see, make, change, delete/);
    expect(facts).toMatch(/Points\s+no limit/);
    expect(await page.title()).toBe('Account');
    expect(session.complaints).toEqual([]);
  });

  it('lists the export links of all forms, and deletes one by keyboard once that is confirmed', async () => {
    await anExportLink('Sales sheet');
    await anExportLink('Other sheet');
    const page = await open();
    await button(page, 'Delete Sales sheet').press('Enter');
    await page.keyboard.press('Escape');
    await button(page, 'Delete Sales sheet').press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await button(page, 'Delete Sales sheet').waitFor({ state: 'detached' });
    const { body } = await session.app.api.get<{ name: string }[]>('/v1/export-links');
    expect(body.data.map(({ name }) => name)).toEqual(['Other sheet']);
  });

  it('counts the visitors who want no mail, and lets mails through to one who asks for them again', async () => {
    const mails = session.app.app.get(VisitorMailsService);
    const link = new URL(await mails.stopUrlFor(session.app.accountId, 'zoe@example.com')).pathname;
    await fetch(session.app.api.baseUrl + link, { method: 'POST' });
    const page = await open();
    await page.getByText('1 visitor has stopped the mails of your forms').waitFor();
    const field = page.getByLabel('Address of a visitor who asks for mails again');
    await field.fill('Zoe');
    await button(page, 'Let mails through').click();
    await page.getByText('The address must be one e-mail address.').waitFor();
    await field.fill('Zoe@example.com');
    await button(page, 'Let mails through').click();
    await page.getByText('Nobody has stopped the mails').waitFor();
    await page.getByText('Zoe@example.com gets mails again.').waitFor();
  });

  it('takes a link off that was deleted elsewhere meanwhile', async () => {
    await anExportLink('Old sheet');
    const page = await open();
    const { body } = await session.app.api.get<{ id: string; name: string }[]>('/v1/export-links');
    const { id } = body.data.find(({ name }) => name === 'Old sheet')!;
    await session.app.api.delete(`/v1/forms/${form.id}/export-links/${id}`);
    await button(page, 'Delete Old sheet').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await button(page, 'Delete Old sheet').waitFor({ state: 'detached' });
  });

  it('counts in a dry run and deletes nothing', async () => {
    const id = await aSubmission(session.app.api, form, { email: 'dry@example.com' });
    const page = await open();
    await page.getByLabel('Value').fill('dry@example.com');
    await page.getByLabel('Value').press('Enter');
    await page.getByText('1 submission in 1 form,').waitFor();
    await page.getByText('Nobody has got it from here.').waitFor();
    await page.getByRole('status').getByText('Done. The report is below.').waitFor();
    expect(await isThere(id)).toBe(true);
  });

  it('erases after a dry run and a confirmation, and keeps what was typed when that is refused', async () => {
    const id = await aSubmission(session.app.api, form, { email: 'Eve@example.com' });
    const page = await open();
    await page.getByLabel('Value').fill('eve@example.com');
    await page.getByLabel('Dry run').uncheck();
    await button(page, 'Erase').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 submission in 1 form').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Value').inputValue()).toBe('eve@example.com');
    expect(await isThere(id)).toBe(true);
    await button(page, 'Erase').click();
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await page.locator('.reports').getByText('Erased').waitFor();
    expect(await isThere(id)).toBe(false);
    expect(await page.getByLabel('Value').inputValue()).toBe('');
    expect(session.complaints).toEqual([]);
  });

  it('fits every width, with nothing that axe finds, and has its own Sign out on phones', async () => {
    await anExportLink(`<img src=x onerror=alert(1)> ${'a'.repeat(200)}`);
    const looks: Look[] = [
      [320, 'dark'],
      [390, 'light'],
      [768, 'dark'],
      [1600, 'light'],
    ];
    const page = await open();
    const isThere = async (width: number) =>
      expect(await page.locator('main').getByRole('button', { name: 'Sign out' }).isVisible()).toBe(width < 700);
    expect(await faultsAt(page, looks, isThere)).toEqual([]);
    expect(session.complaints).toEqual([]);
  });
});
