import type { Locator, Page } from 'playwright-core';
import type { TestApp } from '../../support/app';
import { Receiver } from '../../support/receiver';
import { aPublishedForm, aRunOf, type RunHandle, startRunningApp } from '../../support/runs';
import { waitUntil } from '../../support/wait-until';
import { aFanOut, aVersion, aWebhook, STORE } from '../../support/workflows';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

describeInBrowser('needs attention in the console', () => {
  const session = consoleSession(startRunningApp);
  let receiver: Receiver;
  let account: TestApp;
  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  beforeEach(async () => {
    receiver.reset();
    const { accountId, key } = await session.app.stranger();
    account = { ...session.app, accountId, api: session.app.api.as(key) };
  });
  afterAll(async () => {
    await receiver?.close();
  });

  async function open(options = {}): Promise<Page> {
    const page = await session.open('/attention', options, account);
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    return page;
  }
  const crm = (config: object = {}) => aFanOut(aWebhook('crm', { url: receiver.url(), ...config }, { name: 'CRM' }), STORE);
  const aFailure = async (name: string, answer: 'reset' | { status: number; body?: string } = { status: 401 }): Promise<RunHandle> => {
    receiver.answers(answer);
    const form = await aPublishedForm(account, crm({ retry_uncertain: false }), { name: 'Contact desk' });
    const run = await aRunOf(account, form, { name });
    await run.reachStep('crm', answer === 'reset' ? 'uncertain' : 'failed');
    await waitUntil(async () => (await run.summary()).completed_at !== null);
    return run;
  };
  const rowOf = (page: Page, run: RunHandle): Locator => page.locator(`[data-run="${run.id}"]`);
  /** In a row its name tells of which run. */
  const retry = (within: Locator): Locator => within.getByRole('button', { name: /^Retry(: |$)/ });

  it('says what is wrong, what to do and of whom it is, and leads to the submission', async () => {
    const run = await aFailure('Jens Petersen');
    const page = await open();
    const row = rowOf(page, run);
    await row.getByText('CRM answers 401 to every request').waitFor();
    await row.getByText('It wants a key.').waitFor();
    expect(await row.innerText()).toContain('Contact desk');
    expect(await page.title()).toContain('Needs attention');
    await row.getByRole('link', { name: 'Jens Petersen' }).press('Enter');
    await page.getByRole('heading', { name: 'Submission Jens Petersen' }).waitFor();
    expect(session.complaints).toEqual([]);
  });

  it('retries one by keyboard, after which nothing needs attention', async () => {
    const run = await aFailure('Jens Petersen');
    const page = await open();
    receiver.answers({ status: 200 });
    await retry(rowOf(page, run)).press('Enter');
    await page.getByText('Nothing needs attention.').waitFor();
    await waitUntil(() => receiver.requests.length === 2);
    await page.getByRole('status').getByText('It is tried again.').waitFor();
  });

  it('shows by itself what fails meanwhile, one row a chain of retries', async () => {
    const first = await aFailure('Jens Petersen');
    const page = await open();
    await rowOf(page, first).waitFor();
    const second = await first.repeated();
    await rowOf(page, second).getByText('CRM answers 401 to every request').waitFor();
    await rowOf(page, first).waitFor({ state: 'detached' });
    expect(await page.locator('[data-run]').count()).toBe(1);
  });

  it('asks before it sends again what may have arrived, and says what the receiver may have got', async () => {
    const run = await aFailure('Pat', 'reset');
    const page = await open();
    const row = rowOf(page, run);
    await row.getByText('Nobody knows whether CRM has got it').waitFor();
    receiver.answers({ status: 200 });
    const before = receiver.requests.length;
    await retry(row).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('may have got this submission already. A retry sends it once more.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(receiver.requests).toHaveLength(before);
    await retry(row).click();
    await retry(page.getByRole('dialog')).click();
    await row.waitFor({ state: 'detached' });
    await waitUntil(() => receiver.requests.length === before + 1);
  });

  it('tells what the receiver answered, offers the mended workflow first, and takes off the list what is done', async () => {
    const [run, other] = [await aFailure('Jens Petersen', { status: 401, body: 'The key has expired.' }), await aFailure('Marie')];
    const page = await open();
    await rowOf(page, run).getByText('The key has expired.').waitFor();
    await rowOf(page, other).getByRole('button', { name: 'Done' }).press('Enter');
    await rowOf(page, other).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Needs attention 1' }).waitFor();
    const next = (await rowOf(page, run).getByRole('button', { name: 'Done' }).boundingBox())!;
    await page.mouse.move(next.x + 5, next.y + 5);
    await page.mouse.down({ clickCount: 2 }); // the second click of a double click on the row that is gone
    await page.mouse.up({ clickCount: 2 });

    await aVersion(account.api, run.form, crm({ url: receiver.url('/mended') }));
    receiver.answers({ status: 200 });
    const buttons = rowOf(page, run).getByRole('button');
    await waitUntil(async () => (await buttons.allInnerTexts()).join() === 'Send with version 2,Send as version 1 did,Done');
    await buttons.first().click();
    await page.getByText('Nothing needs attention.').waitFor();
    await waitUntil(() => receiver.to('/mended').length === 1);
  });

  it('retries all, but leaves the uncertain ones and says how many', async () => {
    const [uncertain, failed, other] = [await aFailure('Pat', 'reset'), await aFailure('Jens'), await aFailure('Marie')];
    const page = await open();
    await page.getByRole('button', { name: 'Retry: Jens, CRM answers 401 to every request', exact: true }).waitFor();
    await page.getByText('3 runs of 3 forms').waitFor();
    receiver.answers({ status: 200 });
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page.getByRole('status').getByText('2 runs are tried again. 1 was left as it is').waitFor();
    for (const run of [failed, other]) await rowOf(page, run).waitFor({ state: 'detached' });
    await rowOf(page, uncertain).waitFor();
    expect(await page.locator('[data-run]').count()).toBe(1);
  });

  it('fits every width, with nothing that axe finds', async () => {
    const runs = [await aFailure('x'.repeat(10_000)), await aFailure('Pat', 'reset')];
    const looks: Look[] = [
      [1280, 'light'],
      [390, 'dark'],
      [320, 'light'],
      [1600, 'dark'],
    ];
    const page = await open();
    for (const run of runs) await rowOf(page, run).getByRole('link').first().waitFor();
    expect(await faultsAt(page, looks)).toEqual([]);
  });
});
