import type { Locator, Page } from 'playwright-core';
import { shareApp } from '../../support/app';
import { aForm, type CreatedForm, reload } from '../../support/forms';
import { waitUntil } from '../../support/wait-until';
import { aDefinition, aDraft, aWebhook, readWorkflow, START, STORE } from '../../support/workflows';
import { describeInBrowser } from '../support/browser';
import { consoleSession, openSections } from './console-page';

describeInBrowser('what was typed in the console and not saved', () => {
  const session = consoleSession(shareApp);
  let form: CreatedForm;
  beforeEach(async () => {
    form = await aForm(session.app.api, { name: 'Contact desk' });
    await aDraft(session.app.api, form, aDefinition([START, STORE], 'start>store'));
  });

  async function open(view = `/forms/${form.id}`): Promise<Page> {
    const page = await session.open(view);
    if (!/workflow|account/.test(view)) {
      await page.getByRole('heading', { name: 'Retention' }).waitFor();
      await openSections(page);
    }
    return page;
  }
  const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const dialog = (page: Page) => page.getByRole('dialog');
  const general = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: 'General' }) });
  async function awayAndBack(page: Page): Promise<void> {
    const name = await page.locator('h1').innerText();
    await page.getByRole('navigation').getByRole('link', { name: 'Quarantine' }).press('Enter');
    await heading(page, 'Quarantine').waitFor();
    await page.goBack();
    await heading(page, name).waitFor();
  }
  const rename = async (name: string) =>
    session.app.api.patch(`/v1/forms/${form.id}`, { name }, { ifMatch: (await reload(session.app.api, form)).etag });
  const graph = async () => (await readWorkflow(session.app.api, form)).draft.definition;
  const theirs = aDefinition([START, STORE, aWebhook('crm', {}, { name: 'CRM' })], 'start>store', 'start>crm');
  /** Resolves with true where the browser asks before it leaves the page; the test answers no. */
  async function asksToLeave(page: Page): Promise<boolean> {
    const before = session.complaints.length;
    await page.close({ runBeforeUnload: true });
    await waitUntil(() => page.isClosed() || session.complaints.length > before);
    return !page.isClosed();
  }

  it('is there again in each section of a form, is said not to be saved, and is saved then', async () => {
    const page = await open();
    await page.getByLabel('Form name').fill('Front desk');
    await page.getByLabel('Title').fill('Write to us');
    await awayAndBack(page);
    expect(await page.getByLabel('Form name').inputValue()).toBe('Front desk');
    expect(await page.getByText('Not saved yet.').count()).toBe(2);
    await button(general(page), 'Save').click();
    await general(page).getByText('Saved.').waitFor();
    await awayAndBack(page);
    expect(await page.getByLabel('Title').inputValue()).toBe('Write to us');
    expect((await reload(session.app.api, form)).name).toBe('Front desk');
  });

  it('does not overwrite what somebody else has saved in the meantime: both versions are shown', async () => {
    const page = await open();
    await page.getByLabel('Form name').fill('Mine');
    await page.getByRole('navigation').getByRole('link', { name: 'Forms' }).click();
    await heading(page, 'Forms').waitFor();
    await rename('Theirs');
    await page.goBack();
    await heading(page, 'Theirs').waitFor();
    await button(general(page), 'Save').click();
    const conflict = general(page).getByRole('alert');
    await conflict.getByText('Mine').waitFor();
    expect((await reload(session.app.api, form)).name).toBe('Theirs');
    await button(conflict, 'Keep yours').click();
    await waitUntil(async () => (await reload(session.app.api, form)).name === 'Mine');
  });

  it('is there again in a step of a workflow, also where its input was not left', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Workflow' }).click();
    await button(page, 'Edit Storage').click();
    await page.getByLabel('Name').fill('Archive');
    await page.goBack();
    await heading(page, 'Contact desk').waitFor();
    await aDraft(session.app.api, form, theirs);
    await page.goForward();
    await page.getByText('Not saved yet.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Archive');
    await button(page, 'Save').click();
    const conflict = page.getByRole('alert');
    await conflict.getByText('Archive').first().waitFor();
    expect(await graph()).toEqual(theirs);
    await awayAndBack(page);
    await button(conflict, 'Take theirs').click();
    await conflict.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').count()).toBe(0);
  });

  it('is there again in the JSON of a workflow, and is in conflict with a version that a refusal has shown', async () => {
    const page = await open(`/forms/${form.id}/workflow`);
    await button(page, 'JSON').click();
    await page.getByLabel('JSON').fill(JSON.stringify(aDefinition([START])));
    await awayAndBack(page);
    await aDraft(session.app.api, form, theirs);
    await button(page, 'Publish').click(); // which saves what was typed first
    await page.getByRole('alert').getByText('CRM').first().waitFor();
    expect(await graph()).toEqual(theirs);
    await button(page, 'Keep yours').click();
    await waitUntil(async () => (await graph()).nodes.length === 1);
    await page.getByRole('list', { name: 'Steps' }).waitFor();
  });

  it('is there again in the value to erase', async () => {
    const page = await open('/account');
    await page.getByLabel('Value').fill('ada@example.com');
    await awayAndBack(page);
    expect(await page.getByLabel('Value').inputValue()).toBe('ada@example.com');
  });

  it('makes the browser ask before the page is left, until it is saved', async () => {
    const page = await open();
    await page.getByLabel('Form name').fill('Front desk');
    await page.getByRole('navigation').getByRole('link', { name: 'Quarantine' }).click();
    await heading(page, 'Quarantine').waitFor();
    expect(await asksToLeave(page)).toBe(true);
    await page.goBack();
    await button(general(page), 'Save').click();
    await general(page).getByText('Saved.').waitFor();
    expect(await asksToLeave(page)).toBe(false);
  });

  it('stays when the session ends, and is in no storage of the browser', async () => {
    const page = await open();
    await page.getByLabel('Form name').fill('Front desk');
    await session.app.database.query('delete from console_secrets');
    await page.getByRole('navigation').getByRole('link', { name: 'Quarantine' }).click();
    await dialog(page)
      .getByLabel('API key')
      .fill(await session.app.key());
    await button(dialog(page), 'Sign in').click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    await page.goBack();
    expect(await page.getByLabel('Form name').inputValue()).toBe('Front desk');
  });

  it('is gone after Sign out, which asks before', async () => {
    const page = await open();
    await page.getByLabel('Form name').fill('Front desk');
    await button(page, 'Sign out').click();
    await button(dialog(page), 'Cancel').click();
    expect(await page.getByLabel('Form name').inputValue()).toBe('Front desk');
    await button(page, 'Sign out').click();
    await button(dialog(page), 'Sign out').click();
    await dialog(page)
      .getByLabel('API key')
      .fill(await session.app.key());
    await button(dialog(page), 'Sign in').click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.evaluate(`location.hash = '#/forms/${form.id}'`);
    await heading(page, 'Contact desk').waitFor();
    expect(await page.getByLabel('Form name').inputValue()).toBe('Contact desk');
    expect(session.complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
  });
});
