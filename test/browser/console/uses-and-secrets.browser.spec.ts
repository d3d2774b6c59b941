import type { Locator, Page } from 'playwright-core';
import { Receiver } from '../../support/receiver';
import { aPublishedForm, aRun, aRunOf, anAccountWithPoints, startRunningApp } from '../../support/runs';
import { anEnabledForm, submit } from '../../support/forms';
import { waitUntil } from '../../support/wait-until';
import { aDefinition, aDraft, aFanOut, aNode, aVersion, aWebhook, readWorkflow, START, STORE } from '../../support/workflows';
import { accessibilityFaults } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession, openSections } from './console-page';

const comparing = (value: string) =>
  aDefinition(
    [START, aNode('paying', 'filter', { where: { field: 'plan', op: 'eq', value } }, { name: 'Paying' }), STORE],
    'start>paying',
    'paying>store',
  );
const PLAN = { name: 'plan', type: 'string', label: 'Plan', options: ['Gold', 'Silver'] };

describeInBrowser('in the console', () => {
  const session = consoleSession(startRunningApp);
  const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name, exact: typeof name === 'string' });

  async function openForm(form: { id: string }): Promise<Page> {
    const page = await session.open(`/forms/${form.id}`);
    await page.getByRole('heading', { name: 'Retention' }).waitFor();
    await openSections(page);
    return page;
  }
  async function openWorkflow(form: { id: string }): Promise<Page> {
    const page = await session.open(`/forms/${form.id}/workflow`);
    await page.getByRole('list', { name: 'Steps' }).waitFor();
    return page;
  }

  it('renaming an option names the steps that compare with it, and changes them in the draft', async () => {
    const form = await anEnabledForm(session.app.api, { fields: [PLAN] });
    await aVersion(session.app.api, form, comparing('Gold'));
    const page = await openForm(form);
    await button(page, 'Edit Plan').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Choices').fill('Golden\nSilver');
    await button(dialog, 'Save').click();
    await dialog.getByText('the step “Paying” of the draft: “Gold” is now “Golden”').waitFor();
    await dialog.getByText('the step “Paying” of the published workflow').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await button(dialog, 'Change them in the draft').click();
    await dialog.getByText('The draft compares with the new options.').waitFor();
    await button(dialog, 'Done').click();
    expect((await readWorkflow(session.app.api, form)).draft.definition).toEqual(comparing('Golden'));
  });

  it('deleting a field names the steps that use it before it is gone', async () => {
    const form = await anEnabledForm(session.app.api, { fields: [PLAN] });
    await aVersion(session.app.api, form, comparing('Gold'));
    const page = await openForm(form);
    await button(page, 'Edit Plan').click();
    await button(page.getByRole('dialog').first(), 'Delete').click();
    await page.getByText('It is used in the step “Paying” of the draft, the step “Paying” of the published workflow').waitFor();
  });

  it('the submission token is replaced, and shown once', async () => {
    const form = await anEnabledForm(session.app.api, { fields: [PLAN], allowed_origins: ['https://page.example'] });
    const page = await openForm(form);
    await button(page, 'Submission token').click();
    const dialog = page.getByRole('dialog');
    await button(dialog, 'Replace').click();
    const token = (await dialog.getByRole('group', { name: 'submission token' }).innerText()).trim();
    expect((await submit(session.app.api, form, { plan: 'Gold' }, { authorization: `Bearer ${token}` })).status).toBe(201);
    await button(dialog, 'Done').click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('the secret of a signed webhook is shown and replaced, and Publish waits for a change', async () => {
    const form = await anEnabledForm(session.app.api, { fields: [PLAN] });
    await aVersion(session.app.api, form, aFanOut(aWebhook('crm', {}, { name: 'CRM' })));
    const page = await openWorkflow(form);
    expect(await button(page, 'Publish').isDisabled()).toBe(true);
    await button(page, 'Edit CRM').click();
    await button(page, 'Signing secret').click();
    const dialog = page.getByRole('dialog').first();
    const secret = async () => (await dialog.getByRole('group', { name: 'signing secret' }).innerText()).trim();
    const before = await secret();
    expect(before).toMatch(/^whsec_/);
    await button(dialog, 'Replace').click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Replace' }).click();
    await dialog.getByText('The secret before signs as well until').waitFor();
    expect(await secret()).not.toBe(before);
    await button(dialog, 'Done').click();
    await page.getByLabel('Address').fill('https://other.example.com/hook');
    await waitUntil(async () => button(page, 'Publish').isEnabled());
  });

  it('the conflict of two tabs lists the steps that differ', async () => {
    const form = await anEnabledForm(session.app.api, { fields: [PLAN] });
    await aDraft(session.app.api, form, aDefinition([START, STORE], 'start>store'));
    const page = await openWorkflow(form);
    await button(page, 'Edit Storage').click();
    await page.getByLabel('Name').fill('Archive');
    await aDraft(session.app.api, form, aDefinition([START, STORE, aWebhook('crm', {}, { name: 'CRM' })], 'start>store', 'start>crm'));
    await button(page, 'Save').click();
    const list = page.getByRole('list', { name: 'Differing steps' });
    await list.waitFor();
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
      'Submission: what follows it',
      'Archive: name',
      'CRM: only in theirs',
    ]);
  });

  it('all that failed at a channel that was switched off is sent again by one button', async () => {
    const receiver = await Receiver.start();
    const form = await aPublishedForm(session.app, aFanOut(aWebhook('crm', { url: receiver.url() }, { name: 'CRM' }), STORE));
    receiver.answers({ status: 410 });
    await (await aRunOf(session.app, form)).reach('partially_failed');
    await (await aRunOf(session.app, form)).reach('partially_failed');
    receiver.answers({ status: 200 });
    const page = await session.open('/attention');
    await button(page, /^Send all again: .*turned off/).click();
    await page.getByText('It is on again. 2 submissions are sent again.').waitFor();
    await waitUntil(() => Promise.resolve(receiver.requests.length === 3));
  });

  it('a run that waits for points needs attention', async () => {
    const account = await anAccountWithPoints(session.app, 0);
    await aRun(account, aFanOut(aWebhook('crm')));
    const page = await session.open('/attention', {}, account);
    await page.getByText('It waits for compute points').waitFor();
    expect(await page.getByRole('button', { name: /^Retry: / }).count()).toBe(0);
  });
});
