import type { Page } from 'playwright-core';
import type { KeyView } from '../../../src/keys/key-view.dto';
import { startApp } from '../../support/app';
import { anEnabledForm, aSubmission, type CreatedForm } from '../../support/forms';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

describeInBrowser('the keys in the console', () => {
  const session = consoleSession(startApp);
  let museum: CreatedForm;
  beforeAll(async () => {
    museum = await anEnabledForm(session.app.api, { name: 'Museum', validate_fields: false });
    await anEnabledForm(session.app.api, { name: 'Contact desk', validate_fields: false });
    await aSubmission(session.app.api, museum, { email: 'ada@example.com' });
  });

  async function open(options = {}): Promise<Page> {
    const page = await session.open('/account/keys', options);
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    return page;
  }
  /** The view in the session of a key. */
  async function openWith(key: string): Promise<Page> {
    const page = await session.visit('/account/keys');
    await page.getByLabel('API key').fill(key);
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    return page;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const row = (page: Page, name: string) => page.locator('.key').filter({ has: page.locator('strong').getByText(name, { exact: true }) });
  const keyNamed = async (name: string) =>
    (await session.app.api.get<KeyView[]>('/v1/keys?limit=50')).body.data.find((key) => key.name === name)!;
  const textOf = async (page: Page, name: string) => (await page.getByRole('group', { name }).innerText()).trim();

  it('are made by keyboard, with a value that is shown once and the command that tries it', async () => {
    const page = await open();
    await button(page, 'New key').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('radio', { name: 'A program that reads' }).focus();
    await page.keyboard.press('ArrowUp');
    await dialog.getByText('needs no key: each form has an address').waitFor();
    await page.keyboard.press('ArrowDown');
    await button(page, 'Make the key').press('Enter');
    await dialog.getByText('The name must not be empty.').waitFor();
    await page.keyboard.type('Sheet of the museum');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    for (const no of ['Escape', 'Enter']) {
      await page.keyboard.press('Escape');
      await question.waitFor();
      await page.keyboard.press(no); // Cancel has the focus
      await question.waitFor({ state: 'detached' });
    }
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Sheet of the museum');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await dialog.getByLabel('Museum').press('Space');
    await dialog.getByLabel('Museum').press('Enter');
    await page.getByRole('heading', { name: 'Sheet of the museum has its value' }).waitFor();
    const value = await textOf(page, 'API key');
    expect(await textOf(page, 'command')).toBe(
      `curl "${session.app.api.baseUrl}/v1/submissions?limit=1" -H "Authorization: Bearer ${value}"`,
    );
    const { body } = await session.app.api.as(value).get<unknown[]>('/v1/submissions?limit=1');
    expect(body.data).toHaveLength(1);
    await row(page, 'Sheet of the museum').getByText('reads submissions, sees settings and workflows of 1 form: Museum').waitFor();
    await page.getByText('made the key Sheet of the museum').waitFor();
    await button(page, 'Done').press('Enter');
    await page.getByText(value).first().waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(value);
    await button(page, 'New key').press('Enter');
    await dialog.getByLabel('Name').fill('Nobody');
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await question.getByRole('button', { name: 'Leave it' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await keyNamed('Sheet of the museum')).toMatchObject({ form_ids: [museum.id], writes_enabled: false });
    expect(session.complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
  });

  it('that may do more than the session are shown, and cannot be touched', async () => {
    const page = await openWith(
      await session.app.key({ name: 'Lena', scopes: ['forms:read', 'submissions:read', 'keys:manage'], formIds: [museum.id] }),
    );
    await row(page, 'Lena').getByText('this session').waitFor();
    const others = page.locator('.key').filter({ hasText: 'Not to be changed from here.' });
    await others.first().waitFor();
    for (const other of await others.all()) expect(await other.getByRole('button').allInnerTexts()).toEqual(['Activity']);
    expect(await row(page, 'Lena').getByRole('button').count()).toBeGreaterThan(1);
    expect(session.complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
  });

  it('get a new value while the one before works on, and are revoked after a question', async () => {
    const key = await session.app.key({ name: 'Shop', scopes: ['forms:read', 'keys:manage'] });
    const body = { name: 'Made by the shop', scopes: ['forms:read'] };
    await session.app.api.as(key).post('/v1/keys', body, { headers: { 'idempotency-key': 'shop' } });
    const page = await open();
    await button(page, 'Rotate: Shop').press('Enter');
    await page.getByText('Until then both values work').waitFor();
    await button(page, 'Make a new value').press('Enter');
    await page.getByText('works until', { exact: false }).first().waitFor();
    const value = await textOf(page, 'API key');
    expect([(await session.app.api.as(key).get('/v1/forms')).status, (await session.app.api.as(value).get('/v1/forms')).status]).toEqual([
      200, 200,
    ]);
    await button(page, 'Revoke: Shop').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Revoke "Shop"?' });
    await dialog.getByText('It was last used').waitFor();
    await dialog.getByText('It has made 1 key: Made by the shop.').waitFor();
    await dialog.getByRole('checkbox').press('Space');
    await dialog.getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByText('Shop is revoked.').waitFor();
    for (const name of ['Shop', 'Made by the shop']) await row(page, name).waitFor({ state: 'detached' });
    await page.getByLabel('Status').selectOption('Revoked');
    await row(page, 'Shop').getByText('revoked').waitFor();
    await row(page, 'Shop').getByRole('button', { name: 'Activity' }).press('Enter');
    await page.getByText('Only what Shop did.').waitFor();
    await page.locator('.activity').getByText('made the key Made by the shop').waitFor();
  });

  it('lose rights by a change, and never get more', async () => {
    await session.app.key({ name: 'Too much' });
    const page = await open();
    await button(page, 'Change: Too much').press('Enter');
    await page.getByRole('checkbox', { name: 'deletes submissions' }).press('Space');
    await page.getByRole('checkbox', { name: 'manages keys' }).press('Space');
    await button(page, 'Save').press('Enter');
    await row(page, 'Too much').getByText('reads and marks submissions').waitFor();
    expect((await keyNamed('Too much')).scopes).toHaveLength(10);
  });

  it('warn of their end and of a value that was seen where it does not belong, at every width, with nothing that axe finds', async () => {
    await session.app.key({ name: `<img src=x onerror=alert(1)> ${'a'.repeat(200)}`, expiresAt: new Date(Date.now() + 5 * 86_400_000) });
    const shown = await session.app.key({ name: 'Shown' });
    const address = `${session.app.api.baseUrl}/api/v1/forms/${museum.id}/submit?key=${shown}`; // which the document does not have
    expect((await fetch(address, { method: 'POST', body: new URLSearchParams({ email: 'eve@example.com' }) })).status).toBeLessThan(400);
    const looks: Look[] = [
      [320, 'dark'],
      [390, 'light'],
      [1280, 'dark'],
    ];
    const page = await open();
    await page.getByText('Ends in 5 days.').waitFor();
    await row(page, 'Shown').getByText('in the address of a submission to Museum').waitFor();
    expect(await faultsAt(page, looks)).toEqual([]);
    await button(page, 'New key').click();
    await page.getByRole('radio', { name: 'Choose' }).check();
    await page.getByRole('radio', { name: 'Only these' }).check();
    await page.getByText('Requests a minute').click();
    expect(await faultsAt(page, looks)).toEqual([]);
    expect(session.complaints).toEqual([]);
  });

  it('are not shown to a session without the right to manage them', async () => {
    const page = await session.visit('/account/keys');
    await page.getByLabel('API key').fill(await session.app.key({ scopes: ['forms:read'] }));
    await page.getByLabel('API key').press('Enter');
    await page.getByText('This session may not see this: its key is without keys:manage.').waitFor();
    expect(await page.locator('main').getByRole('button').count()).toBe(0);
  });

  it('of a session that only reads can be seen, and not touched but for its own, which it may give up', async () => {
    const page = await openWith(await session.app.key({ name: 'Reader', isReadOnly: true }));
    await row(page, 'Reader').waitFor();
    expect(await page.getByRole('button', { name: /New key|Rotate|Change/ }).count()).toBe(0);
    await row(page, 'Reader').getByText('You may only read.').waitFor();
    expect(
      await page.getByRole('button', { name: /Revoke/ }).evaluateAll((buttons: any[]) => buttons.map((each) => each.ariaLabel)),
    ).toEqual(['Revoke: Reader']);
    await button(page, 'Revoke: Reader').press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByRole('dialog', { name: 'Sign in', exact: true }).waitFor();
  });
});
