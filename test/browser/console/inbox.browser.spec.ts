import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type TestApp, withAnotherAccount } from '../../support/app';
import { submitParts } from '../../support/files';
import { aField, anEnabledForm, aSubmission, type CreatedForm } from '../../support/forms';
import { seedSubmissions } from '../../support/seed';
import { startRunningApp } from '../../support/runs';
import { waitUntil } from '../../support/wait-until';
import { accessibilityFaults, colorFaults, faultsAt, type Look, overflowOf } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { hostileTexts } from '../support/hostile-texts';
import { consoleSession, openSections } from './console-page';

describeInBrowser('the inbox in the console', () => {
  const session = consoleSession(startRunningApp);
  let app: TestApp; // with an account of the test
  beforeEach(async () => {
    app = await withAnotherAccount(session.app);
  });

  async function aForm(name: string, ...fields: string[]): Promise<CreatedForm> {
    const form = await anEnabledForm(app.api, { name, validate_fields: false });
    for (const each of fields) await aField(app.api, form, { name: each, label: each.toUpperCase(), type: 'string' });
    return form;
  }
  async function open(query = '', options = {}): Promise<Page> {
    const page = await session.open(`/inbox${query}`, options, app);
    await page.locator('.row, .empty, .table tbody tr').first().waitFor();
    return page;
  }
  const button = (page: Pick<Page, 'getByRole'>, name: string) => page.getByRole('button', { name, exact: true });
  const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).last();
  const seen = (page: Page): Promise<string[]> => page.locator('.row .values b').allInnerTexts();
  const picture = (name: string, page: Page) =>
    process.env.PICTURES && page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });

  it('lists the submissions of all forms, newest first, with their values in the order of the form', async () => {
    const desk = await aForm('Contact desk', 'name', 'a', 'message');
    const jobs = await aForm('Job application', 'name');
    await aSubmission(app.api, desk, { a: 'second', message: 'third', name: 'Ada Lindqvist' });
    await submitParts(app.api, jobs, [['name', 'Tomáš Novák']]);
    const page = await open();
    await waitUntil(async () => (await seen(page)).join() === 'Tomáš Novák,Ada Lindqvist'); // once the fields of the forms have come
    expect(await row(page, 'Ada').innerText()).toMatch(/Unread\s+Contact desk\s+Ada Lindqvist second · third/);
    expect(await page.title()).toBe('(2) Inbox');
    await row(page, 'Ada').hover();
    await row(page, 'Ada').getByRole('button', { name: 'Mark as read' }).click();
    await page.getByText('1 unread', { exact: true }).first().waitFor();
    expect(await row(page, 'Ada').innerText()).not.toContain('Unread');
    await row(page, 'Ada').getByRole('link').click();
    await page.waitForURL(/#\/forms\/[\w-]+\/submissions\/[\w-]+$/);
    expect(session.complaints).toEqual([]);
  });

  it('puts a new submission on top, and keeps ticks, focus and the place on the page', async () => {
    const form = await aForm('Contact desk', 'name');
    for (const name of ['Ada', 'Bea', 'Cia']) await aSubmission(app.api, form, { name });
    await seedSubmissions(
      app.database,
      form,
      Array.from({ length: 40 }, () => ({ received_at: '2026-01-01T00:00:00Z' })),
    );
    const page = await open();
    await page.getByRole('checkbox', { name: 'Select Bea' }).click();
    const link = row(page, 'Cia').getByRole('link');
    await link.focus();
    await page.mouse.wheel(0, 300);
    await waitUntil(async () => (await page.evaluate<number>('scrollY')) === 300);
    const place = (await row(page, 'Bea').boundingBox())!.y;
    await aSubmission(app.api, form, { name: 'Dora' });
    await page.locator('.row.new').filter({ hasText: 'Dora' }).waitFor();
    expect((await seen(page)).slice(0, 4)).toEqual(['Dora', 'Cia', 'Bea', 'Ada']);
    expect((await row(page, 'Bea').boundingBox())!.y).toBe(place);
    expect(await page.getByRole('checkbox', { name: 'Select Bea' }).isChecked()).toBe(true);
    expect(await link.evaluate((element: any) => element === element.ownerDocument.activeElement)).toBe(true);
    await page.locator('.row.new').waitFor({ state: 'detached' });
    await page.getByText('1 selected').waitFor();
  });

  it('has filters in its address, one entry of the history for each choice', async () => {
    const desk = await aForm('Contact desk', 'name');
    const jobs = await aForm('Jobs', 'name');
    await aSubmission(app.api, desk, { name: 'Ada' });
    await submitParts(app.api, jobs, [
      ['name', 'Bea'],
      ['cv', 'cv.txt', 'text'],
    ]);
    const page = await open('?form=' + desk.id);
    expect(await seen(page)).toEqual(['Ada']);
    await page.getByLabel('Form').selectOption('All forms');
    await waitUntil(async () => (await seen(page)).length === 2);
    await page.getByLabel('Files').selectOption('With files');
    await waitUntil(async () => (await seen(page)).join() === 'Bea');
    expect(await row(page, 'Bea').innerText()).toContain('1 file');
    await page.getByLabel('Status').selectOption('read');
    await page.getByText('Nothing found').waitFor();
    expect(page.url()).toMatch(/#\/inbox\?has_files=true&read_status=read$/);
    await page.goBack();
    await waitUntil(async () => (await seen(page)).join() === 'Bea');
    expect(await page.getByLabel('Status').inputValue()).toBe('all');
    await page.goForward();
    await button(page, 'Clear filters').click();
    await waitUntil(async () => (await seen(page)).length === 2);
    expect(page.url()).toMatch(/#\/inbox$/);
  });

  it('finds submissions by a text in any value, shows what was found, and goes back in one step', async () => {
    const form = await aForm('Contact desk', 'name', 'company', 'message');
    await aSubmission(app.api, form, {
      name: 'Ada',
      company: 'Acme',
      message: `${'long '.repeat(60)}a Quote for seats`,
    });
    await aSubmission(app.api, form, { name: 'Bea', company: 'Other', message: 'Thanks' });
    const page = await open();
    await page.keyboard.press('/');
    await page.keyboard.type('quote', { delay: 20 });
    await waitUntil(async () => (await seen(page)).join() === 'Ada');
    await page.getByRole('status').getByText('1 found.').waitFor({ state: 'attached' });
    expect(await page.locator('mark').allInnerTexts()).toEqual(['Quote']);
    expect(await row(page, 'Ada').innerText()).toContain('MESSAGE: …');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('x');
    await page.getByText('Nothing found').waitFor();
    await page.goBack();
    await waitUntil(async () => (await seen(page)).length === 2);
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('');
  });

  it('marks, holds and deletes many at once, of several forms', async () => {
    const [desk, jobs] = [await aForm('Contact desk', 'name'), await aForm('Jobs', 'name')];
    for (const name of ['Ada', 'Bea', 'Cia']) await aSubmission(app.api, desk, { name });
    await aSubmission(app.api, jobs, { name: 'Dora' });
    const page = await open();
    const tick = async (...names: string[]) => {
      for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    };
    await tick('Ada', 'Dora');
    await button(page, 'Mark as read').click();
    await page.getByText('2 unread', { exact: true }).first().waitFor();
    await tick('Ada');
    await button(page, 'Mark as unread').click();
    await page.getByText('3 unread', { exact: true }).first().waitFor();
    await tick('Bea');
    await button(page, 'Spam').click();
    await waitUntil(async () => (await seen(page)).join() === 'Dora,Cia,Ada');
    await tick('Dora', 'Ada');
    await button(page, 'Delete').click();
    await page.getByText('2 deleted.').waitFor();
    await waitUntil(async () => (await seen(page)).join() === 'Cia');
    const { body } = await app.api.get<{ fields: { name: string }; state: string }[]>('/v1/submissions?state=all');
    expect(body.data.map(({ fields, state }) => [fields.name, state])).toEqual([
      ['Cia', 'accepted'],
      ['Bea', 'quarantined'],
    ]);
    expect(session.complaints).toEqual([]);
  });

  it('says of rows that were deleted elsewhere that they are gone', async () => {
    const form = await aForm('Contact desk', 'name');
    const id = await aSubmission(app.api, form, { name: 'Ada' });
    await aSubmission(app.api, form, { name: 'Bea' });
    const page = await open();
    await button(page, 'Export').waitFor();
    await page.route(/\/v1\/submissions/, (route) => route.abort()); // the list does not follow
    await app.api.delete(`/v1/forms/${form.id}/submissions/${id}`);
    await page.getByRole('checkbox', { name: 'Select Ada' }).check();
    await page.getByRole('checkbox', { name: 'Select Bea' }).check();
    await button(page, 'Spam').click();
    await page.getByText('Spam: 1, 1 deleted elsewhere.').waitFor();
    expect(await seen(page)).toEqual([]);
  });

  it('is used by keyboard alone: j and k move, Space ticks, Enter opens, and one comes back to the same row', async () => {
    const form = await aForm('Contact desk', 'name');
    for (const name of ['Ada', 'Bea', 'Cia']) await aSubmission(app.api, form, { name });
    const page = await open();
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
    expect(await focused()).toContain('Bea');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/submissions/);
    await page.goBack();
    await waitUntil(async () => (await focused()).includes('Bea'));
    await page.keyboard.press('/');
    await page.keyboard.type('jk');
    expect(await page.getByRole('searchbox').inputValue()).toBe('jk');
  });

  it('reads older rows by a button', async () => {
    const form = await aForm('Contact desk', 'n');
    const rows = Array.from({ length: 120 }, (_, index) => ({
      received_at: new Date(1.7e12 + index * 1000).toISOString(),
    }));
    await seedSubmissions(app.database, form, rows);
    const page = await open();
    expect((await seen(page)).length).toBe(50);
    await button(page, 'Older').click();
    await waitUntil(async () => (await seen(page)).length >= 100);
    await button(page, 'Older').click();
    await waitUntil(async () => (await seen(page)).length === 120);
    expect(await button(page, 'Older').count()).toBe(0);
  });

  const cells = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts();
  const firstCells = (page: Page): Promise<string[]> => page.locator('.table .when + td').allInnerTexts();

  it('shows one form as a table, whose columns, order and days are its address, and exports just that', async () => {
    const form = await aForm('Contact desk', 'name', 'mail', 'topics');
    await aField(app.api, form, { name: 'agreed', label: 'Agreed', type: 'boolean' });
    for (const [name, label] of [['cv', 'Your CV'] as const, ['photo', 'Photo'] as const])
      await aField(app.api, form, { name, label, type: 'file' });
    await aForm('Another', 'name');
    await aSubmission(app.api, form, { name: 'Ada', mail: 'ada@example.com', topics: ['a', 'b'], agreed: true, extra: 'more' });
    await submitParts(app.api, form, [
      ['name', 'Bea'],
      ['photo', 'me.txt', 'text'],
      ['cv', 'cv.txt', 'text'],
      ['cv', 'more.txt', 'text'],
    ]);
    const page = await open();
    expect(await page.getByRole('link', { name: 'Table', exact: true }).count()).toBe(0);
    await page.getByLabel('Form').selectOption('Contact desk');
    await page.getByRole('link', { name: 'Table', exact: true }).click();
    await waitUntil(async () => (await firstCells(page)).join() === 'Bea,Ada');
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      ...['Selected or unread', 'Received ↓ newest first', 'NAME', 'MAIL', 'TOPICS', 'Agreed', 'Your CV', 'Photo'],
    ]);
    expect((await cells(page, 'Ada')).slice(1)).toEqual(['Ada', 'ada@example.com', 'a, b', 'Yes', '', '']);
    expect((await cells(page, 'Bea')).slice(-2)).toEqual(['cv.txt, more.txt', 'me.txt']);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'me.txt' }).click()]);
    expect(readFileSync(await file.path(), 'utf8')).toBe('text');
    expect(await page.getByRole('link', { name: 'ada@example.com' }).getAttribute('href')).toBe('mailto:ada@example.com');

    await button(page, 'Columns').click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await button(columns, 'Select none').click();
    await button(columns, 'Show').click();
    await columns.getByRole('alert').waitFor();
    for (const name of ['NAME', 'TOPICS', 'extra']) await columns.getByRole('checkbox', { name }).check();
    await button(columns, 'Move up TOPICS').click();
    await page.keyboard.press('Enter'); // the button keeps the focus
    await button(columns, 'Show').click();
    await columns.waitFor({ state: 'detached' });
    expect(page.url()).toContain('columns=topics%2Cname%2Cextra');
    await page.getByRole('columnheader', { name: 'Received' }).getByRole('button').click();
    await waitUntil(async () => (await firstCells(page)).join('|') === 'a, b|');
    expect(await page.getByRole('columnheader', { name: 'Received' }).getAttribute('aria-sort')).toBe('ascending');
    const today = await page.evaluate<string>('new Date().toLocaleDateString("sv-SE")');
    await page.getByLabel('From', { exact: true }).fill(today);
    await page.reload();
    await waitUntil(async () => (await firstCells(page)).length === 2);
    expect((await cells(page, 'Ada')).slice(1)).toEqual(['a, b', 'Ada', 'more']);

    await button(page, 'Export').click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByText(`from ${today}`).waitFor();
    await dialog.getByLabel('Header').selectOption('label');
    const [download] = await Promise.all([page.waitForEvent('download'), button(dialog, 'Export').click()]);
    const [head, first] = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(head).toBe('Received at,TOPICS,NAME,Other values');
    expect(first).toContain('Ada');
    await page.getByLabel('To', { exact: true }).fill('2000-01-01');
    await page.getByText('only “From” counts').waitFor();
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(today);
    expect(await firstCells(page)).toHaveLength(2);
    await page.getByLabel('To', { exact: true }).fill('');
    await page.getByText('only “From” counts').waitFor({ state: 'detached' });
    await page.getByLabel('From', { exact: true }).fill('2999-01-01');
    await page.getByText('Nothing found').waitFor();
    await button(page, 'Clear filters').last().click();
    await waitUntil(async () => (await firstCells(page)).length === 2);
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await waitUntil(async () => (await seen(page)).join() === 'Bea,Ada');
    expect(session.complaints).toEqual([]);
    for (const unknown of ['none', '00000000-0000-7000-8000-000000000000']) {
      await page.goto(`${app.api.baseUrl}/console#/inbox?form=${form.id}&view=table`);
      await waitUntil(async () => (await firstCells(page)).length === 2);
      await page.goto(`${app.api.baseUrl}/console#/inbox?form=${unknown}&view=table`);
      await page.getByRole('alert').filter({ hasText: 'It is gone' }).waitFor();
      expect(await firstCells(page)).toEqual([]);
    }
  });

  it('reads a table on while one scrolls, is used by keyboard alone, and comes back to the same place', async () => {
    const form = await aForm('Contact desk', 'n');
    const rows = Array.from({ length: 130 }, (_, index) => ({ received_at: new Date(1.7e12 + index * 1000).toISOString() }));
    const seeded = await seedSubmissions(app.database, form, rows);
    const page = await open(`?form=${form.id}&view=table&order=oldest`);
    const count = () => page.locator('.table tbody tr').count();
    expect(await count()).toBeLessThan(130);
    await waitUntil(async () => {
      await page.evaluate('document.querySelector(".scroll").scrollTop = 1e6');
      return (await count()) === 130;
    });
    expect(await page.locator('.table tbody tr').last().getAttribute('data-submission')).toBe(seeded.at(-1)!.id);
    const focused = () => page.evaluate<string>('document.activeElement.id');
    await page.locator(`#row-${seeded[100]!.id}`).focus();
    for (const key of ['j', 'ArrowDown', 'ArrowUp', 'k', 'ArrowDown']) await page.keyboard.press(key);
    expect(await focused()).toBe(`row-${seeded[101]!.id}`);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await button(page, 'Mark as read').click();
    await page.getByText('129 unread', { exact: true }).first().waitFor();
    const place = await page.evaluate<number>('document.querySelector(".scroll").scrollTop');
    await page.locator(`#row-${seeded[102]!.id}`).press('Enter');
    await page.waitForURL(/submissions\/[\w-]+$/);
    await page.getByRole('link', { name: 'Newer' }).waitFor();
    await page.goBack();
    await waitUntil(async () => (await focused()) === `row-${seeded[102]!.id}`);
    await waitUntil(async () => (await page.evaluate<number>('document.querySelector(".scroll").scrollTop')) === place);
    await page.getByRole('columnheader', { name: 'Received' }).getByRole('button').press('Enter');
    await waitUntil(async () => (await page.locator('.table tbody tr').first().getAttribute('data-submission')) === seeded.at(-1)!.id);
    await waitUntil(async () => (await page.evaluate<number>('document.querySelector(".scroll").scrollTop')) === 0);
    await page.locator('.table tbody tr').nth(1).locator('td').last().click();
    await page.waitForURL(new RegExp(`submissions/${seeded.at(-2)!.id}$`));
    expect(session.complaints).toEqual([]);
  });

  it('exports exactly what the filters leave, and asks for the form where none is chosen', async () => {
    const desk = await aForm('Contact desk', 'name');
    await aForm('Another', 'name');
    await aSubmission(app.api, desk, { name: 'Ada' });
    await aSubmission(app.api, desk, { name: '=1+1' });
    const page = await open('?search=1');
    await button(page, 'Export').click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByLabel('Form', { exact: true }).selectOption('Contact desk');
    await dialog.getByLabel('Format').selectOption('csv');
    const [download] = await Promise.all([page.waitForEvent('download'), button(dialog, 'Export').click()]);
    const csv = readFileSync(await download.path(), 'utf8');
    expect(csv.startsWith('\uFEFF')).toBe(true);
    expect(csv).toContain(`'=1+1`);
    expect(csv).not.toContain('Ada');
    await dialog.waitFor({ state: 'detached' });
  });

  it('tells the next step where there is nothing', async () => {
    const page = await open();
    expect(await page.getByRole('link', { name: 'Make your first form' }).getAttribute('href')).toBe('#/forms');
    await session.close();
    const form = await aForm('Contact desk', 'name');
    const other = await open();
    expect(await other.getByRole('link', { name: 'live page' }).getAttribute('href')).toContain(`/f/${form.id}`);
    expect(await accessibilityFaults(other)).toEqual([]);
  });

  it('has nothing that axe finds in any view, empty and full, in dialogs, for a session that only reads, without the service and without a session', async () => {
    const page = await open('', { reducedMotion: 'reduce' }); // colors change at once
    const faults = async (view: string, ready: string, act?: () => Promise<unknown>): Promise<string[]> => {
      await page.evaluate(`location.hash = '${view}'`);
      await page.locator(ready).first().waitFor();
      await act?.();
      const found: string[] = [];
      for (const [colorScheme, look] of [
        ['light', accessibilityFaults],
        ['dark', colorFaults],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await look(page)).map((fault) => `${view} ${colorScheme}: ${fault}`));
      }
      return found;
    };
    const found = [
      ...(await faults('/inbox', '.empty .main-action')),
      ...(await faults('/attention', '.empty')),
      ...(await faults('/forms', '.empty', () => button(page, 'New form').click())),
      ...(await faults('/forms', 'dialog', () => page.keyboard.press('Escape'))),
      ...(await faults('/quarantine', '.empty', () => button(page, 'Try other settings').click())),
      ...(await faults('/account', '.account')),
      ...(await faults('/nowhere', 'h1')),
    ];
    const form = await aForm('Contact desk', 'name');
    const table = `/inbox?form=${form.id}&view=table`;
    found.push(...(await faults(table, '.empty')));
    const id = await aSubmission(app.api, form, { name: 'Ada' });
    found.push(...(await faults(`${table}&columns=name,old`, '.table', () => button(page, 'Columns').click())));
    found.push(...(await faults('/inbox', '.row')));
    found.push(...(await faults(`/forms/${form.id}`, '.fields', () => openSections(page))));
    found.push(...(await faults(`/forms/${form.id}/workflow`, '.steps', () => button(page, 'Add after Submission').click())));
    await app.database.query('delete from console_secrets');
    await page.evaluate(`location.hash = '/forms'`);
    await page.getByLabel('API key').fill(await app.key({ scopes: ['forms:read', 'submissions:read', 'workflows:read'] }));
    found.push(...(await faults('/inbox', 'dialog')));
    await page.getByLabel('API key').press('Enter');
    const full = [
      ['/inbox', '.row'],
      [table, '.table tbody tr'],
      ['/forms', '.form-list'],
      ['/quarantine', '.empty'],
      ['/account', '.account'],
      [`/forms/${form.id}`, '.fields'],
      [`/forms/${form.id}/workflow`, '.steps'],
      [`/forms/${form.id}/submissions/${id}`, '.sent'],
    ] as const;
    for (const [view, ready] of full) found.push(...(await faults(view, ready)));
    await page.context().setOffline(true);
    await page.locator('.away').waitFor({ timeout: 60_000 });
    for (const [view] of full) found.push(...(await faults(view, '.away')));
    expect(found).toEqual([]);
  });

  it('fits every width, with nothing that axe finds, also with ticks, filters and strange values', async () => {
    const form = await aForm('Contact desk', 'name', 'message');
    const columns = ['name', 'message', ...Array.from({ length: 9 }, (_, index) => `other_${index}`)].join();
    await aSubmission(app.api, form, { name: 'Ada Lindqvist', message: 'We would like a quote for forty seats' });
    await aSubmission(app.api, form, { name: 'مرحبا بالعالم', message: 'x'.repeat(10_000) });
    await submitParts(app.api, await aForm('J'.repeat(255), 'name'), [
      ['name', 'x'.repeat(300)],
      ['cv', 'cv.txt', 'text'],
    ]);
    const looks: Look[] = [
      [1280, 'light'],
      [768, 'dark'],
      [390, 'dark'],
      [320, 'light'],
      [1600, 'dark'],
    ];
    const page = await open();
    const tick = async () => {
      await page.getByRole('checkbox').nth(1).check();
      await page.getByText('1 selected').waitFor();
    };
    await tick();
    const openFilters = async (width: number) => {
      if (!(await page.locator('#choices').isVisible())) await button(page, 'Filters').click();
      await picture(`inbox-${width}`, page);
    };
    expect(await faultsAt(page, looks, openFilters)).toEqual([]);
    await page.evaluate(`location.hash = '/inbox?form=${form.id}&view=table&columns=${columns}'`);
    await page.getByText('1 selected').waitFor({ state: 'detached' });
    await tick();
    expect(await faultsAt(page, looks, (width) => picture(`table-${width}`, page))).toEqual([]);
  });

  it('lets no name of a form make a view or a dialog wider than a phone', async () => {
    const form = await aForm('J'.repeat(255), 'name');
    const id = await aSubmission(app.api, form, { name: 'Ada' });
    const page = await open('', { viewport: { width: 320, height: 700 } });
    await button(page, 'Export').click();
    const hidden = await page.evaluate<number>(
      '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("dialog"))',
    );
    expect(hidden).toBe(0);
    await page.keyboard.press('Escape');
    for (const [view, place] of [
      [`/forms/${form.id}/submissions/${id}`, 'Submission Ada'],
      [`/forms/${form.id}/workflow`, 'Steps'],
      ['/quarantine', 'Quarantine'],
    ] as const) {
      await page.evaluate(`location.hash = '${view}'`);
      await page.getByRole('heading', { name: place }).waitFor();
      if (place === 'Quarantine') await button(page, 'Try other settings').click();
      if (place === 'Quarantine') await page.getByRole('option', { name: /^J+$/ }).waitFor({ state: 'attached' });
      expect([view, await overflowOf(page)]).toEqual([view, 0]);
    }
  });

  it('shows hostile values as texts', async () => {
    const form = await aForm('Contact desk', 'name', 'message');
    const texts = hostileTexts().slice(0, 45);
    for (const text of texts) await aSubmission(app.api, form, { name: text, message: text });
    const page = await open();
    await page.evaluate('window.ran = () => { document.title = "ran" }');
    await waitUntil(async () => (await page.locator('.row').count()) === texts.length);
    expect(await page.locator('.row').locator('script, img, iframe, style, meta, form, svg').count()).toBe(0);
    expect(await overflowOf(page)).toBe(0);
    expect(await page.title()).toMatch(/Inbox$/);
    expect(session.complaints).toEqual([]);
  });
});
