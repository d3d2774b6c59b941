import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import type { TestApp } from '../../support/app';
import { aField, anEnabledForm, aSubmission, type CreatedForm } from '../../support/forms';
import { Receiver } from '../../support/receiver';
import { aRunOf, startRunningApp } from '../../support/runs';
import { aStoredFile } from '../../support/stored-files';
import { waitUntil } from '../../support/wait-until';
import { aFanOut, aVersion, aWebhook, STORE } from '../../support/workflows';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

const MESSAGE = 'Two lines,\n  the second <b>indented</b> & "quoted"';

describeInBrowser('a submission in the console', () => {
  const session = consoleSession(startRunningApp);
  let receiver: Receiver;
  let account: TestApp;
  let form: CreatedForm;
  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  beforeEach(async () => {
    receiver.reset();
    const { accountId, key } = await session.app.stranger();
    account = { ...session.app, accountId, api: session.app.api.as(key) };
    form = await anEnabledForm(account.api, { name: 'Contact desk', validate_fields: false });
    await aField(account.api, form, { name: 'name', label: 'Full name', type: 'string' });
    await aField(account.api, form, { name: 'plan', label: 'Plan', type: 'file' });
    await aField(account.api, form, { name: 'message', label: 'Message', type: 'string' });
  });
  afterAll(async () => {
    await receiver?.close();
  });

  const pathOf = (id: string): string => `/forms/${form.id}/submissions/${id}`;
  async function open(id: string, options = {}): Promise<Page> {
    const page = await session.open(pathOf(id), options, account);
    await page.getByRole('heading', { name: 'Details' }).waitFor();
    return page;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const read = async (id: string): Promise<SubmissionView> =>
    (await account.api.get<SubmissionView>(`/v1/forms/${form.id}/submissions/${id}`)).body.data;
  const values = (page: Page) =>
    page
      .locator('dl > div')
      .evaluateAll((rows: any[]) =>
        rows.map((row) => [row.querySelector('dt').innerText, row.querySelector('dd').textContent.trim()]),
      ) as Promise<[string, string][]>;
  const unread = (page: Page) => page.getByRole('link', { name: 'Inbox' }).first().innerText();

  it('shows the values in the order of the form, then those of no field, whole and isolated', async () => {
    const hostile = `<script>alert(1)</script>\u202Eابتسم${'x'.repeat(10_000)}`;
    const id = await aSubmission(account.api, form, { other: hostile, message: MESSAGE, name: 'Ada Lindqvist' });
    const page = await open(id);
    const shown = await values(page);
    expect(shown.slice(0, 2)).toEqual([
      ['Full name', 'Ada Lindqvist'],
      ['Message', MESSAGE],
    ]);
    expect(shown[2]).toEqual(['other', hostile]);
    await page.getByRole('region', { name: 'Not fields of this form' }).waitFor();
    const isolated = page.locator('dd bdi').filter({ hasText: 'alert(1)' });
    expect(await isolated.textContent()).toBe(hostile);
    expect(await page.locator('h1').innerText()).toMatch(/^Submission\s+Ada Lindqvist$/);
    expect(await page.title()).toMatch(/Submission · Ada Lindqvist$/);
    expect(session.complaints).toEqual([]);
  });

  it('shows what a form without fields keeps', async () => {
    const bare = await anEnabledForm(account.api);
    const id = await aSubmission(account.api, bare, { email: 'ada@example.com', '<b>': ['x', 'y'] });
    const page = await session.open(`/forms/${bare.id}/submissions/${id}`, {}, account);
    await page.getByRole('heading', { name: 'Not fields of this form' }).waitFor();
    expect((await values(page)).slice(0, 1)).toEqual([['email', 'ada@example.com']]);
    expect(await page.locator('h1').innerText()).toMatch(/^Submission\s+ada@example\.com$/);
    await page.goto(`${account.api.baseUrl}/console#/inbox`);
    await page.getByRole('link', { name: /ada@example\.com\s+x, y/ }).waitFor();
  });

  it('tells the zone of the time at which it was received', async () => {
    const id = await aSubmission(account.api, form, { name: 'Ada Lindqvist' });
    const page = await open(id, { timezoneId: 'Asia/Kolkata' });
    const received = page.locator('dl time').first();
    expect(await received.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT\+5:30$/);
    expect(await received.textContent()).toMatch(/^\w+day/);
  });

  it('marks it as read when it is opened, and as unread again, which the numbers follow', async () => {
    const id = await aSubmission(account.api, form, { name: 'Ada' });
    await aSubmission(account.api, form, { name: 'Grace' });
    const page = await open(id);
    await button(page, 'Mark as unread').waitFor();
    await waitUntil(async () => (await read(id)).read_at !== null);
    await waitUntil(async () => /\b1\b/.test(await unread(page)));
    await button(page, 'Mark as unread').press('Enter');
    await button(page, 'Mark as read').waitFor();
    await waitUntil(async () => (await read(id)).read_at === null);
    await waitUntil(async () => /\b2\b/.test(await unread(page)));
  });

  it('gives the files by a link, with name, size and type', async () => {
    const id = await aSubmission(account.api, form, { name: 'Ada', message: 'Hello' });
    const { content } = await aStoredFile(session.app, form.id, id, { field: 'plan', filename: 'floor plan.pdf' });
    const page = await open(id);
    expect((await values(page)).slice(0, 3).map(([label]) => label)).toEqual(['Full name', 'Plan', 'Message']);
    await page.getByText('application/pdf').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'floor plan.pdf' }).click()]);
    expect(download.suggestedFilename()).toBe('floor plan.pdf');
    expect(readFileSync(await download.path())).toEqual(content);
  });

  it('leads to the older and the newer ones by keyboard and by links, through the list that one came from', async () => {
    const names = ['Ada', 'Grace', 'Hedy'];
    for (const name of names) await aSubmission(account.api, form, { name });
    const page = await session.open(`/inbox?form=${form.id}`, {}, account);
    await page.getByRole('link', { name: 'Hedy' }).click();
    const isAt = (name: string) => page.getByRole('heading', { name: `Submission ${name}` }).waitFor();
    await isAt('Hedy');
    await page.keyboard.press('j');
    await isAt('Grace');
    await page.keyboard.press('j');
    await isAt('Ada');
    await page.keyboard.press('k');
    await isAt('Grace');
    await page.getByRole('link', { name: 'Newer' }).click();
    await isAt('Hedy');
    await page.getByRole('link', { name: 'Older' }).click();
    await isAt('Grace');
    await page.locator('.back').click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(page.url()).toContain(`form=${form.id}`);
    expect(session.complaints).toEqual([]);
  });

  it('tells every attempt of its deliveries with the cause, and repeats what failed', async () => {
    await aVersion(account.api, form, aFanOut(aWebhook('crm', { url: receiver.url() }, { name: 'CRM' }), STORE));
    receiver.answers({ status: 503 }, { status: 503 }, { status: 401 }, { status: 200 });
    const run = await aRunOf(account, form, { name: 'Ada' });
    await run.reachStep('crm', 'waiting', 2); // the next attempt is minutes away
    const page = await open(run.submissionId!);
    const thread = page.locator('.thread > li');
    await thread.filter({ hasText: '503, retrying' }).waitFor();
    await run.makeDue();
    await thread.filter({ hasText: 'CRM answers 401 to every request' }).waitFor();
    expect(await thread.count()).toBe(4);
    expect(await page.getByRole('link', { name: 'Run', exact: true }).getAttribute('href')).toContain(`/runs/${run.id}`);
    await button(page, 'Retry').press('Enter');
    await thread.filter({ hasText: 'answered 200' }).waitFor();
    await thread.getByRole('link', { name: 'Retried' }).waitFor();
    await button(page, 'Retry').waitFor({ state: 'detached' });
    expect(receiver.requests).toHaveLength(4);
  });

  it('puts it into quarantine and releases it', async () => {
    const id = await aSubmission(account.api, form, { name: 'Ada' });
    const page = await open(id);
    await button(page, 'Spam').click();
    await page.getByRole('status').getByText('It is in quarantine now.').waitFor();
    expect((await read(id)).state).toBe('quarantined');
    await button(page, 'Release').click();
    await page.getByRole('status').getByText('It is released').waitFor();
    expect((await read(id)).released_at).not.toBeNull();
  });

  it('asks before it deletes only where there is no way back, goes back to the list, and says of a deleted one that it is gone', async () => {
    const id = await aSubmission(account.api, form, { name: 'Ada' });
    await account.database.query('update plans set trash_days = 0');
    const asked = await open(id);
    await button(asked, 'Delete').click();
    await asked.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter');
    await asked.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await read(id)).id).toBe(id);
    await account.database.query('update plans set trash_days = 30');
    await session.close();
    const page = await open(id);
    await button(page, 'Delete').click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect((await account.api.get(`/v1/forms/${form.id}/submissions/${id}`)).status).toBe(404);
    await page.goBack();
    await page.getByText('It is gone').waitFor();
  });

  it('is corrected, with the errors at the fields, and says what it was', async () => {
    form = await anEnabledForm(account.api, {
      fields: [
        { name: 'email', label: 'E-mail', type: 'string', validation: 'email', required: true },
        { name: 'day', type: 'string', options: ['Mon', 'Tue'] },
      ],
    });
    const id = await aSubmission(account.api, form, { email: 'ada@exmaple.com', day: 'Mon' });
    const page = await open(id);
    await button(page, 'Correct').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('ada');
    await dialog.getByLabel('day').selectOption('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('This field must be an e-mail address').waitFor();
    await dialog.getByLabel('E-mail').fill('ada@example.com');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await values(page)).slice(0, 1)).toEqual([['E-mail', 'ada@example.com']]);
    expect((await read(id)).fields).toEqual({ email: 'ada@example.com' });
    await button(page, 'What it was').click();
    await dialog.getByRole('heading', { name: 'Corrections' }).waitFor();
    const told = await dialog.locator('dd').evaluateAll((cells: any[]) => cells.map((cell) => cell.textContent.trim()));
    expect(told).toEqual(['ada@exmaple.com ada@example.com', 'Mon Empty']);
  });

  it('shows what is newer when somebody else has corrected it meanwhile, and keeps what was typed', async () => {
    const id = await aSubmission(account.api, form, { name: 'Ada', message: 'Hi' });
    const page = await open(id);
    await button(page, 'Correct').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Full name').fill('Ada L.');
    const path = `/v1/forms/${form.id}/submissions/${id}`;
    await account.api.patch(path, { fields: { name: 'Ada B.', message: 'Hello' } }, { ifMatch: '*' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Somebody else has corrected it meanwhile').waitFor();
    await dialog.getByText('Now: Ada B.').waitFor();
    expect(await dialog.getByLabel('Full name').inputValue()).toBe('Ada L.');
    expect(await dialog.getByLabel('Message').inputValue()).toBe('Hello');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await read(id)).fields).toEqual({ name: 'Ada L.', message: 'Hello' });
  });

  it('copies itself as JSON', async () => {
    const id = await aSubmission(account.api, form, { name: 'Ada' });
    const page = await open(id, { permissions: ['clipboard-read', 'clipboard-write'] });
    await button(page, 'Copy as JSON').click();
    await page.getByRole('status').getByText('It is in the clipboard.').waitFor();
    const copied = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()')) as SubmissionView;
    expect([copied.id, copied.fields]).toEqual([id, { name: 'Ada' }]);
  });

  it('fits every width, with nothing that axe finds', async () => {
    const fields = { name: 'x'.repeat(10_000), message: MESSAGE, 'a-name-of-no-field': '\u202Eابتسم' };
    const id = await aSubmission(account.api, form, fields);
    await aStoredFile(session.app, form.id, id, { field: 'plan', filename: `${'y'.repeat(190)}.pdf` });
    const looks: Look[] = [
      [1280, 'light'],
      [390, 'dark'],
      [320, 'light'],
      [1600, 'dark'],
    ];
    expect(await faultsAt(await open(id), looks)).toEqual([]);
  });
});
