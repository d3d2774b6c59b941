import type { Page } from 'playwright-core';
import { type TestApp, withAnotherAccount } from '../../support/app';
import { aField, anEnabledForm, aSubmission, type CreatedForm, setSettings } from '../../support/forms';
import { startRunningApp } from '../../support/runs';
import { waitUntil } from '../../support/wait-until';
import { aDefinition, aNode, aVersion, aWebhook, START } from '../../support/workflows';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

const PHONE = { viewport: { width: 390, height: 844 } };
const LOOKS: Look[] = [
  [390, 'dark'],
  [320, 'light'],
  [1280, 'light'],
];

describeInBrowser('the trash in the console', () => {
  const session = consoleSession(startRunningApp);
  let app: TestApp; // with an account of the test
  let form: CreatedForm;
  beforeEach(async () => {
    app = await withAnotherAccount(session.app);
    form = await anEnabledForm(app.api, { name: 'Contact desk' });
    await aField(app.api, form, { name: 'name', type: 'string' });
  });

  async function open(view: string, options = {}): Promise<Page> {
    const page = await session.open(view, options, app);
    await page.locator('.row, .empty, .bar').first().waitFor();
    return page;
  }
  const add = (name: string) => aSubmission(app.api, form, { name });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const seen = (page: Page): Promise<string[]> => page.locator('.row .values b').allInnerTexts();
  const until = (page: Page, names: string) => waitUntil(async () => (await seen(page)).join() === names);
  const stored = async (query = '') => {
    const { body } = await app.api.get<{ fields: { name: string } }[]>(`/v1/submissions?${query}`);
    return body.data.map(({ fields: { name } }) => name).sort();
  };
  const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check();

  it('gives a message that was deleted by mistake back on a phone', async () => {
    await add('Bea');
    const id = await add('Ada');
    const page = await open(`/forms/${form.id}/submissions/${id}`, PHONE);
    await button(page, 'Delete').click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.getByText('Deleted.', { exact: true }).waitFor();
    await until(page, 'Bea');
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    expect((await page.getByRole('status').filter({ hasText: 'Deleted.' }).boundingBox())!.height).toBeLessThan(100);
    await button(page, 'Undo').click();
    await page.getByText('Restored.').waitFor();
    await until(page, 'Ada,Bea');
    expect(await stored()).toEqual(['Ada', 'Bea']);
    expect(session.complaints).toEqual([]);
  });

  it('gives many back by the key z', async () => {
    for (const name of ['Ada', 'Bea', 'Cia']) await add(name);
    const page = await open('/inbox');
    for (const name of ['Ada', 'Cia']) await tick(page, name);
    await button(page, 'Delete').click();
    await page.getByText('2 deleted.').waitFor();
    await until(page, 'Bea');
    await page.keyboard.press('z');
    await until(page, 'Cia,Bea,Ada');
    await page.getByText('2 deleted.').waitFor({ state: 'detached' });
  });

  it('lists what was deleted, restores it, and deletes it for good after a question', async () => {
    for (const name of ['Ada', 'Bea', 'Cia']) await app.api.delete(`/v1/forms/${form.id}/submissions/${await add(name)}`);
    const page = await open('/inbox');
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByText('deleted for good after 30 days').waitFor();
    await until(page, 'Cia,Bea,Ada');
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    const row = page.getByRole('listitem').filter({ hasText: 'Ada' });
    await row.hover();
    await row.getByRole('button', { name: 'Restore' }).click();
    await until(page, 'Cia,Bea');
    expect(await stored()).toEqual(['Ada']);
    await tick(page, 'Bea');
    await button(page, 'Delete for good').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Delete for good').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    await until(page, 'Cia');
    expect(await stored('trash=only')).toEqual(['Cia']);
    expect(session.complaints).toEqual([]);
  });

  it('says why one could not be restored', async () => {
    await setSettings(app.api, form, { intake: { unique_by: 'name' } });
    await app.api.delete(`/v1/forms/${form.id}/submissions/${await add('Ada')}`);
    await add('Ada');
    const page = await open('/trash');
    await tick(page, 'Ada');
    await button(page, 'Restore').click();
    await page.getByText('another submission has its value').waitFor();
    expect(await seen(page)).toEqual(['Ada']);
  });

  it('offers to send what the deletion has cancelled', async () => {
    const waiting = aDefinition([START, aNode('wait', 'delay', { seconds: 3600 }), aWebhook('crm')], 'start>wait', 'wait>crm');
    await aVersion(app.api, form, waiting);
    const id = await add('Ada');
    const statuses = async () =>
      (await app.api.get<{ status: string }[]>(`/v1/forms/${form.id}/workflow-runs`)).body.data.map(({ status }) => status);
    await waitUntil(async () => (await statuses()).join() === 'running');
    const page = await open(`/forms/${form.id}/submissions/${id}`);
    await button(page, 'Delete').click();
    await button(page, 'Undo').click();
    await page.getByText('Restored. A delivery was cancelled.').waitFor();
    expect(await statuses()).toEqual(['cancelled']);
    await button(page, 'Send now').click();
    await page.getByText('It is sent now.').waitFor();
    await waitUntil(async () => (await statuses()).join() === 'running,cancelled');
  });
});
