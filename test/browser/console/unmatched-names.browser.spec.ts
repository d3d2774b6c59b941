import type { Locator, Page } from 'playwright-core';
import { MismatchesService } from '../../../src/intake/mismatches/mismatches.service';
import { startApp } from '../../support/app';
import { anEnabledForm, aSubmission, type CreatedForm, reload } from '../../support/forms';
import { waitUntil } from '../../support/wait-until';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession, openSections } from './console-page';

describeInBrowser('names without a field, in the console', () => {
  const session = consoleSession(() => startApp({ trustProxy: ['loopback'] }));
  let form: CreatedForm;
  beforeEach(async () => {
    const fields = [{ name: 'message', type: 'string', required: false }];
    form = await anEnabledForm(session.app.api, { name: 'Contact desk', fields });
  });

  async function open(options = {}): Promise<Page> {
    await session.app.app.get(MismatchesService).flush();
    const page = await session.open(`/forms/${form.id}`, options);
    await page.getByRole('heading', { name: 'Names without a field' }).waitFor();
    await openSections(page);
    return page;
  }
  const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
  const names = (page: Page) => page.getByRole('table', { name: 'Names without a field' });
  let visitors = 0;
  const send = (values: object) =>
    aSubmission(session.app.api, form, { message: 'Hello', ...values }, { 'x-forwarded-for': `10.4.0.${++visitors}` });
  const settings = async () => (await session.app.api.get(`/v1/forms/${form.id}/settings`)).body.data as Record<string, any>;

  it('are said to be none of a form whose pages fit it', async () => {
    await send({});
    const page = await open();
    await page.getByText('None in the last 30 days.').waitFor();
  });

  it('become a field with the type that the newest value has', async () => {
    await send({ reach_me: 'nobody' });
    await send({ reach_me: 'ada@example.com' });
    const page = await open();
    await names(page).getByText('2 visitors').waitFor();
    await button(page, 'Add field reach_me').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Field name').inputValue()).toBe('reach_me');
    expect(await dialog.getByLabel('Checked as').inputValue()).toBe('email');
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    await names(page).waitFor({ state: 'detached' });
    expect((await reload(session.app.api, form)).fields[1]).toMatchObject({
      name: 'reach_me',
      type: 'string',
      validation: { preset: 'email' },
    });
  });

  it('become a field by another name where no field can have theirs, and the page is to be changed', async () => {
    await send({ 'Your guests': '4', Message: 'Hello' });
    const page = await open();
    await names(page).getByText('the field is called message').waitFor();
    await button(page, 'Add field Your guests').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Let them send “your_guests”.').waitFor();
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    expect((await reload(session.app.api, form)).fields[1]).toMatchObject({ name: 'your_guests', label: 'Your guests', type: 'number' });
  });

  it('are ignored, and looked at again when they are taken off the list', async () => {
    await send({ utm_source: 'a', utm_medium: 'b' });
    const page = await open();
    await button(page, 'Ignore utm_source').click();
    await waitUntil(async () => (await settings())['intake'].ignored_names.join() === 'utm_source');
    await button(page, 'Ignore utm_medium').click();
    await waitUntil(async () => (await settings())['intake'].ignored_names.length === 2);
    await names(page).waitFor({ state: 'detached' });
    await page.getByLabel('Ignored names').fill('utm_medium');
    await button(page.locator('section').filter({ has: page.getByLabel('Ignored names') }), 'Save').click();
    await waitUntil(async () => (await settings())['intake'].ignored_names.join() === 'utm_medium');
    await names(page).getByText('utm_source').waitFor();
  });

  it('come with the warnings of the service, and take whatever pages send', async () => {
    const hostile = `<img src=x onerror=alert(1)>\u202e${'x'.repeat(30)}`;
    for (let sent = 0; sent < 10; sent += 1) await send({ [hostile]: '1', phone: '2', _cc: 'a@example.com' });
    const looks: Look[] = [
      [1280, 'light'],
      [390, 'dark'],
      [320, 'light'],
    ];
    const page = await open();
    await names(page).getByText(hostile).waitFor();
    await page.getByText('ten times or more within a week').waitFor();
    await page.getByText('_cc is a setting of other services').waitFor();
    expect([await faultsAt(page, looks), session.complaints]).toEqual([[], []]);
  });
});
