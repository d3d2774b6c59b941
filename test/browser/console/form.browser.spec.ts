import type { Locator, Page } from 'playwright-core';
import type { FormSettingsView } from '../../../src/forms/settings/form-settings.dto';
import { shareApp } from '../../support/app';
import { aField, aForm, aSubmission, type CreatedForm, reload, setSettings } from '../../support/forms';
import { waitUntil } from '../../support/wait-until';
import { accessibilityFaults, faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession, openSections } from './console-page';

describeInBrowser('a form in the console', () => {
  const session = consoleSession(shareApp);
  let form: CreatedForm;
  beforeEach(async () => {
    form = await aForm(session.app.api, { name: 'Contact desk' });
    await aField(session.app.api, form, { name: 'name', label: 'Full name' });
    await aField(session.app.api, form, { name: 'email', label: 'E-mail', required: true, validation: 'email' });
    await aField(session.app.api, form, { name: 'topic', label: 'Topic', options: ['A question', 'An order'] });
  });

  async function open(options = {}): Promise<Page> {
    const page = await session.open(`/forms/${form.id}`, options);
    await page.getByRole('heading', { name: 'Retention' }).waitFor();
    await openSections(page);
    return page;
  }
  const part = (page: Page, title: string): Locator =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
  const saved = async (place: Locator) => {
    await button(place, 'Save').click();
    await place.getByText('Saved.').waitFor();
  };
  const settings = async () =>
    (await session.app.api.get<FormSettingsView>(`/v1/forms/${form.id}/settings`)).body.data as unknown as Record<string, any>;
  const namesInOrder = async () => (await reload(session.app.api, form)).fields.map(({ name }) => name);
  const edit = async (members: object) =>
    session.app.api.patch(`/v1/forms/${form.id}`, members, { ifMatch: (await reload(session.app.api, form)).etag });

  it('fits every width, with nothing that axe finds and nothing that the browser complains about', async () => {
    const looks: Look[] = [
      [1280, 'light'],
      [768, 'dark'],
      [390, 'dark'],
      [320, 'light'],
      [1600, 'dark'],
    ];
    const page = await open();
    await page.getByRole('img', { name: /Submissions by day/ }).waitFor();
    expect(await faultsAt(page, looks)).toEqual([]);
    await button(page, 'Edit E-mail').click();
    expect(await faultsAt(page, looks)).toEqual([]);
    expect(session.complaints).toEqual([]);
  });

  it('is turned on and off at once', async () => {
    const page = await open();
    await page.getByRole('switch', { name: 'Accepts submissions' }).press('Space');
    await waitUntil(async () => (await reload(session.app.api, form)).status === 'enabled');
    await page.getByText('Names and types are fixed').waitFor();
    await page.getByLabel('Accepts submissions').uncheck();
    await waitUntil(async () => (await reload(session.app.api, form)).status === 'disabled');
  });

  it('shows the days as a picture with a name, and as a table', async () => {
    await edit({ status: 'enabled' });
    await aSubmission(session.app.api, form);
    const page = await open();
    await page.getByRole('img', { name: 'Submissions by day, last 30 days: 1 accepted, 0 held' }).waitFor();
    const table = page.getByRole('table', { name: 'Submissions by day' });
    expect(await table.getByRole('row').count()).toBe(31);
    expect(await table.getByRole('row').last().innerText()).toMatch(/\d+ \w+\s+1\s+0/);
  });

  it('adds a field, says what is wrong with one, edits it and deletes it', async () => {
    const page = await open();
    await button(page, 'Add field').press('Enter');
    const dialog = page.getByRole('dialog').first();
    await dialog.getByLabel('Label').fill('E-mail, privé');
    expect(await dialog.getByLabel('Field name').inputValue()).toBe('e_mail_prive');
    await dialog.getByLabel('Checked as').selectOption('E-mail address');
    await dialog.getByLabel('Field name').fill('Budget');
    await dialog.getByLabel('Type').selectOption('number');
    expect(await dialog.getByLabel('Checked as').locator('option').allInnerTexts()).toEqual(['Nothing more', 'Whole number']);
    await button(dialog, 'Save').click();
    await dialog.getByText(/Field name must begin with a lower-case letter/).waitFor();
    await dialog.getByLabel('Field name').fill('budget');
    await dialog.getByLabel('Label').fill('Your budget');
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Edit Your budget').click();
    await dialog.getByLabel('Required').check();
    await button(dialog, 'Save').click();
    await page.getByRole('row', { name: /budget.*required/ }).waitFor();
    expect((await reload(session.app.api, form)).fields[3]).toMatchObject({ name: 'budget', type: 'number', required: true });
    await button(page, 'Edit Your budget').click();
    await button(dialog, 'Delete').click();
    await page.getByRole('dialog').filter({ hasText: 'Submissions keep' }).getByRole('button', { name: 'Delete' }).click();
    await waitUntil(async () => (await namesInOrder()).join() === 'name,email,topic');
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")');
    await waitUntil(async () => (await focused()) === 'Move up Topic'); // that of the field is gone
  });

  it('edits the choices of a field, and keeps the names and types of one that is in use', async () => {
    await edit({ status: 'enabled' });
    const page = await open();
    await button(page, 'Edit Topic').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Field name').isDisabled()).toBe(true);
    expect(await dialog.getByLabel('Type').isDisabled()).toBe(true);
    await dialog.getByText('Names and types are fixed').waitFor();
    await dialog.getByLabel('Choices').fill('A question\nAn order\n\nA complaint');
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    expect((await reload(session.app.api, form)).fields[2]!.options).toEqual(['A question', 'An order', 'A complaint']);
  });

  it('moves fields by keyboard, and the focus with them', async () => {
    const page = await open();
    await button(page, 'Move up E-mail').press('Enter');
    await waitUntil(async () => (await namesInOrder()).join() === 'email,name,topic');
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")');
    await waitUntil(async () => (await focused()) === 'Move down E-mail');
    await page.keyboard.press('Enter');
    const shown = async () => (await page.locator('table.fields code').allInnerTexts()).join();
    await waitUntil(async () => (await shown()) === 'name,email,topic');
    await waitUntil(async () => (await focused()) === 'Move down E-mail');
    await page.keyboard.press('Enter');
    await waitUntil(async () => (await namesInOrder()).join() === 'name,topic,email');
    await waitUntil(async () => (await focused()) === 'Move up E-mail');
  });

  it('saves the name and the origins, and tells which line is refused', async () => {
    const page = await open();
    const origins = part(page, 'Origins');
    await page.getByLabel('Origins').fill('https://studio.example\nstudio');
    await button(origins, 'Save').click();
    await origins.getByText('“studio” must be an origin').waitFor();
    await page.getByLabel('Origins').fill('https://studio.example\n\nhttps://*.studio.example');
    await page.getByLabel('Form name').fill('Desk');
    await saved(origins);
    await saved(part(page, 'General'));
    await page.getByRole('heading', { name: 'Desk', level: 1 }).waitFor();
    const { name, allowed_origins: allowed } = await reload(session.app.api, form);
    expect([name, allowed]).toEqual(['Desk', ['https://studio.example', 'https://*.studio.example']]);
  });

  it('saves each section of the settings, and leaves the others alone', async () => {
    const page = await open({ timezoneId: 'Europe/Berlin' });
    await page.getByLabel('Title').fill('Write to us');
    await page.getByLabel('After sending').fill('https://studio.example/thanks');
    await page.getByLabel('Color').fill('red');
    await button(part(page, 'Page'), 'Save').click();
    await page.getByText('Color must be a color').waitFor();
    await page.getByText('After sending must have one of the allowed origins of the form').waitFor();
    expect((await settings())['page'].title).toBeNull();
    await button(page, 'Add https://studio.example to the origins').click();
    await waitUntil(async () => (await reload(session.app.api, form)).allowed_origins.includes('https://studio.example'));
    await page.getByLabel('Color').fill('#0b6e4f');
    await saved(part(page, 'Page'));
    await page.getByLabel('Send mails').check();
    await page.getByLabel('To', { exact: true }).fill('office@example.com');
    await page.getByLabel('Reply to').selectOption({ label: 'E-mail' });
    await saved(part(page, 'Notifications'));
    await page.getByLabel('Too fast').selectOption({ label: 'Observe' });
    await saved(part(page, 'Spam'));
    await page.getByLabel('An order').fill('30');
    await page.getByLabel('Opens').fill('2027-01-04T09:00');
    await saved(part(page, 'Places and hours'));
    await page.getByLabel('Only one by').selectOption({ label: 'E-mail' });
    await saved(part(page, 'Uniqueness'));
    await page.getByLabel('Days', { exact: true }).fill('365');
    await saved(part(page, 'Retention'));
    expect(await settings()).toMatchObject({
      page: { title: 'Write to us', accent_color: '#0b6e4f', intro: null, redirect_url: 'https://studio.example/thanks' },
      notifications: { to: ['office@example.com'], reply_to_field: 'email' },
      spam: { too_fast: 'observe', honeypot: 'quarantine' },
      intake: { places: { topic: { 'An order': 30 } }, opens_at: '2027-01-04T08:00:00.000Z', unique_by: 'email' },
      retention: { days: 365 },
    });
    expect((await reload(session.app.api, form)).notifications_enabled).toBe(true);
  });

  it('tells the warnings of the service at the members that they are about', async () => {
    await edit({ allowed_origins: ['https://studio.example'] });
    await setSettings(session.app.api, form, { page: { redirect_url: 'https://studio.example/thanks' } });
    await edit({ allowed_origins: [] });
    const page = await open();
    await part(page, 'Page').getByText('“After sending” is not used').waitFor();
    expect(await part(page, 'Spam').locator('.warning').count()).toBe(0);
  });

  it('keeps both versions when somebody else has changed the form, and stores the one that is chosen', async () => {
    const page = await open();
    await page.getByLabel('Form name').fill('Mine');
    await edit({ name: 'Theirs' });
    await button(part(page, 'General'), 'Save').click();
    const conflict = part(page, 'General').getByRole('alert');
    await conflict.getByText('Mine').waitFor();
    await conflict.getByText('Theirs', { exact: true }).last().waitFor();
    expect(await page.getByLabel('Form name').inputValue()).toBe('Mine');
    expect((await reload(session.app.api, form)).name).toBe('Theirs');
    await button(conflict, 'Keep yours').click();
    await waitUntil(async () => (await reload(session.app.api, form)).name === 'Mine');
    await page.getByLabel('Form name').fill('Mine again');
    await edit({ name: 'Theirs again' });
    await button(part(page, 'General'), 'Save').click();
    await button(conflict, 'Take theirs').click();
    await page.getByRole('heading', { name: 'Theirs again', level: 1 }).waitFor();
    expect(await page.getByLabel('Form name').inputValue()).toBe('Theirs again');
  });

  it('does not take its own edits for those of somebody else', async () => {
    const page = await open();
    await page.getByLabel('Title').fill('Write to us');
    await page.getByLabel('Accepts submissions').check();
    await waitUntil(async () => (await reload(session.app.api, form)).status === 'enabled');
    await button(page, 'Move down Full name').click();
    await waitUntil(async () => (await namesInOrder()).join() === 'email,name,topic');
    await saved(part(page, 'Page'));
    expect((await settings())['page'].title).toBe('Write to us');
  });

  it('makes an export link whose address is shown once, and deletes it', async () => {
    const page = await open();
    await button(page, 'New link').click();
    await page.getByLabel('Link name').fill('Sales sheet');
    await button(page.getByRole('dialog'), 'Save').click();
    const shown = await page.getByRole('group', { name: 'address' }).innerText();
    const address = session.app.api.baseUrl + new URL(shown).pathname;
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv;/);
    await page.reload();
    await part(page, 'Export links').getByText('1 link').waitFor();
    await openSections(page);
    await part(page, 'Export links').getByText('Sales sheet').waitFor();
    expect(await page.getByRole('group', { name: 'address' }).count()).toBe(0);
    await button(page, 'Delete Sales sheet').click();
    await button(page.getByRole('dialog'), 'Delete').click();
    await waitUntil(async () => (await fetch(address)).status === 404);
  });

  it('leads to the live page, and shows a snippet with the fields', async () => {
    const page = await open();
    for (const name of ['Forms', 'Back to Forms']) expect(await page.getByRole('link', { name, exact: true }).count()).toBe(1);
    const link = page.getByRole('link', { name: 'live page' });
    expect(await link.getAttribute('href')).toBe(`${session.app.api.baseUrl}/f/${form.id}`);
    expect(await page.getByRole('group', { name: 'snippet' }).innerText()).toContain('<input name="email" required type="email">');
  });

  it('is deleted when its name is typed', async () => {
    const page = await open();
    await button(page, 'Delete form').click();
    const dialog = page.getByRole('dialog');
    await button(dialog, 'Delete form').click();
    await dialog.getByText('This is not the name of the form.').waitFor();
    await dialog.getByRole('textbox').fill('Contact desk');
    await button(dialog, 'Delete form').click();
    await page.getByRole('heading', { name: 'Forms', level: 1 }).waitFor();
    expect((await session.app.api.get(`/v1/forms/${form.id}`)).status).toBe(404);
  });

  it('is said to be gone when it was deleted elsewhere, and what was typed stays', async () => {
    const page = await open();
    await page.getByLabel('Form name').fill('Typed');
    await session.app.api.delete(`/v1/forms/${form.id}`, { ifMatch: (await reload(session.app.api, form)).etag });
    await button(part(page, 'General'), 'Save').click();
    await page.getByText('This form is gone').waitFor();
    expect(await page.getByLabel('Form name').inputValue()).toBe('Typed');
    await page.reload();
    await page.getByText('This form is gone').waitFor();
  });

  it('is gone where somebody has typed dots for its id, which would lead to another resource', async () => {
    const page = await session.open('/forms/..');
    await page.getByText('This form is gone').waitFor();
  });

  it('folds its parts to a line with what is set, and opens the one that the address names', async () => {
    const page = await session.open(`/forms/${form.id}?section=retention`);
    await page.getByLabel('Days', { exact: true }).waitFor();
    expect(await page.getByLabel('Form name').isVisible()).toBe(false);
    await part(page, 'Spam').getByText('hidden field; 5 checks off').waitFor();
    await part(page, 'Spam').getByText('hidden field; 5 checks off').click();
    await page.getByLabel('Too fast').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('opens the part that the address names also when one comes back to what one has typed', async () => {
    const page = await session.open(`/forms/${form.id}?section=retention`);
    const days = page.getByLabel('Days', { exact: true });
    await days.fill('30');
    await page.getByRole('link', { name: 'Quarantine' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quarantine' }).waitFor();
    await page.evaluate(`location.hash = '#/forms/${form.id}?section=page'`);
    await page.getByLabel('Introduction').waitFor();
    expect(await days.inputValue()).toBe('30');
  });

  it('goes to a section from the list beside it, without leaving the view', async () => {
    const page = await open();
    const before = page.url();
    await page.getByRole('list', { name: 'On this page' }).getByRole('link', { name: 'Retention' }).press('Enter');
    await waitUntil(async () => page.evaluate<boolean>('document.activeElement.textContent === "Retention"'));
    expect(page.url()).toBe(before);
  });
});
