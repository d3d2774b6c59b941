import type { Page } from 'playwright-core';
import { type TestApp, withAnotherAccount } from '../../support/app';
import { anEnabledForm, aSubmission, type CreatedForm } from '../../support/forms';
import { startOutageProxy, type Way } from '../../support/outage';
import { startRunningApp } from '../../support/runs';
import { waitUntil } from '../../support/wait-until';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

describeInBrowser('the console and a service that was away', () => {
  const session = consoleSession(startRunningApp);
  let app: TestApp; // with an account of the test
  let form: CreatedForm;
  let service: { url: string; is: (way: Way) => void };
  beforeEach(async () => {
    app = await withAnotherAccount(session.app);
    form = await anEnabledForm(app.api, { name: 'Contact desk', validate_fields: false });
    for (const name of ['Ada', 'Bea', 'Cia']) await aSubmission(app.api, form, { name });
    service = await startOutageProxy(app.api.baseUrl);
  });

  async function open(view: string): Promise<Page> {
    const api = Object.create(app.api, { baseUrl: { value: service.url } }) as TestApp['api'];
    const page = await session.open(view, {}, { ...app, api });
    await page.getByText('Ada').first().waitFor();
    return page;
  }
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).last();
  async function press(page: Page, name: string, action: string): Promise<void> {
    await row(page, name).hover();
    await row(page, name).getByRole('button', { name: action }).click();
  }
  const isBack = (page: Page) => page.locator('.away').waitFor({ state: 'detached', timeout: 60_000 });
  /** The submissions as the service has them: the name, and whether it is read. */
  async function stored(): Promise<string[]> {
    const { body } = await app.api.get<{ fields: object; other_values?: object; read_at: string | null }[]>(
      `/v1/forms/${form.id}/submissions`,
    );
    const named = body.data.map(({ fields, other_values: others, read_at: at }) => {
      const { name } = { ...fields, ...others } as { name: string };
      return `${name}${at ? ' read' : ''}`;
    });
    return named.sort();
  }

  it('carries out the actions on rows in their order once it is back, and the rows say that they wait', async () => {
    const page = await open('/inbox');
    service.is('away');
    await press(page, 'Ada', 'Mark as read');
    await row(page, 'Ada').getByText('Mark as read: waits for the service').waitFor();
    await press(page, 'Bea', 'Delete');
    await row(page, 'Bea').getByText('Delete: waits for the service').waitFor();
    await press(page, 'Cia', 'Mark as read');
    await press(page, 'Cia', 'Mark as unread');
    await row(page, 'Cia').getByText('Mark as unread: waits for the service').waitFor();
    expect(await stored()).toEqual(['Ada', 'Bea', 'Cia']);
    service.is('open');
    await row(page, 'Bea').waitFor({ state: 'detached', timeout: 60_000 });
    await isBack(page);
    await waitUntil(async () => (await stored()).join() === 'Ada read,Cia');
    await page.getByText('waits for the service').first().waitFor({ state: 'detached' });
    expect(await page.locator('main .failed').count()).toBe(0);
    await aSubmission(app.api, form, { name: 'Dora' });
    await row(page, 'Dora').waitFor({ timeout: 60_000 });
  });

  it('does not say that somebody else has deleted what it has deleted itself, when only the answer was lost', async () => {
    const page = await open('/inbox');
    service.is('deaf');
    await press(page, 'Bea', 'Delete');
    await waitUntil(async () => (await stored()).join() === 'Ada,Cia');
    service.is('open');
    await row(page, 'Bea').waitFor({ state: 'detached', timeout: 60_000 });
    await page.getByText('Delete: 1.', { exact: true }).waitFor();
    await isBack(page);
    expect(await page.locator('main .failed').count()).toBe(0);
  });

  it('deletes the open submission once it is back, and returns to the list', async () => {
    const page = await open('/inbox');
    await row(page, 'Ada').getByRole('link').click();
    await waitUntil(async () => (await stored()).includes('Ada read'));
    service.is('away');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The change waits for the service.').waitFor();
    service.is('deaf');
    await waitUntil(async () => (await stored()).join() === 'Bea,Cia');
    service.is('open');
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor({ timeout: 60_000 });
    await row(page, 'Bea').waitFor();
    expect(await row(page, 'Ada').count()).toBe(0);
  });

  it('reads a submission and the keys that were opened meanwhile, without an error that stays', async () => {
    const page = await open('/inbox');
    await page.evaluate(`location.hash = '#/account/keys'`); // loads the script of the view
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    await page.goBack();
    service.is('away');
    await row(page, 'Ada').getByRole('link').click();
    await page.getByRole('alert').getByText('cannot be reached').waitFor({ timeout: 60_000 });
    service.is('open');
    await page.getByRole('button', { name: 'Mark as unread' }).waitFor({ timeout: 60_000 });
    await isBack(page);
    await waitUntil(async () => (await page.locator('main .failed').count()) === 0);
    service.is('away');
    await page.evaluate(`location.hash = '#/account/keys'`);
    await page.getByRole('alert').getByText('cannot be reached').waitFor({ timeout: 60_000 });
    service.is('open');
    await isBack(page);
    await waitUntil(async () => (await page.locator('main .failed').count()) === 0);
  });

  it('saves nothing twice: a save that failed says that the service is back, and keeps what was typed', async () => {
    const page = await open('/inbox');
    await page.evaluate(`location.hash = '#/account'`);
    await page.getByLabel('Value').fill('Ada');
    service.is('away');
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('alert').getByText('cannot be reached').waitFor({ timeout: 60_000 });
    service.is('open');
    await page.getByRole('alert').getByText('It is back: try again.').waitFor({ timeout: 60_000 });
    expect(await page.getByLabel('Value').inputValue()).toBe('Ada');
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.locator('.reports').getByText('Dry run').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
