import type { Page } from 'playwright-core';
import { type TestApp, withAnotherAccount } from '../../support/app';
import { aField, anEnabledForm, aSubmission, type CreatedForm, setSettings } from '../../support/forms';
import { startRunningApp } from '../../support/runs';
import { waitUntil } from '../../support/wait-until';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

describeInBrowser('the quarantine in the console', () => {
  const session = consoleSession(startRunningApp);
  let app: TestApp; // with an account of the test
  let form: CreatedForm;
  beforeEach(async () => {
    app = await withAnotherAccount(session.app);
    form = await anEnabledForm(app.api, { name: 'Contact desk' });
    await aField(app.api, form, { name: 'name', type: 'string' });
    await aField(app.api, form, { name: 'message', type: 'string' });
  });

  async function open(options = {}): Promise<Page> {
    const page = await session.open('/quarantine', options, app);
    await page.locator('.row, .empty').first().waitFor();
    return page;
  }
  const held = (name: string, message = 'Hello') => aSubmission(app.api, form, { name, message, _gotcha: 'x' });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
  const seen = (page: Page): Promise<string[]> => page.locator('.row .values b').allInnerTexts();
  const states = async () => {
    const { body } = await app.api.get<{ fields: { name: string }; state: string }[]>('/v1/submissions?state=all');
    return Object.fromEntries(body.data.map(({ fields, state }) => [fields.name, state]));
  };

  it('lists what is held with the reason first, and releases one', async () => {
    await setSettings(app.api, form, { spam: { links: 'quarantine', max_links: 2 } });
    await held('Ada');
    await aSubmission(app.api, form, { name: 'Bea', message: 'http://a.example '.repeat(14) });
    const page = await open();
    expect(await row(page, 'Ada').getByRole('link').innerText()).toMatch(/^hidden field filled\s+Ada Hello/);
    expect(await row(page, 'Bea').getByRole('link').innerText()).toMatch(/^14 links\s+Bea/);
    await row(page, 'Ada').getByRole('button', { name: 'Release' }).click();
    await waitUntil(async () => (await seen(page)).join() === 'Bea');
    expect(await states()).toEqual({ Ada: 'accepted', Bea: 'quarantined' });
    await held('Cia');
    await row(page, 'Cia').waitFor();
    await waitUntil(async () => (await page.title()) === '(1) Quarantine');
    expect(session.complaints).toEqual([]);
  });

  it('keeps ticked what could not be released, and says why', async () => {
    await setSettings(app.api, form, { intake: { unique_by: 'name' } });
    await aSubmission(app.api, form, { name: 'Ada', message: 'first' });
    for (const name of ['Ada', 'Bea']) await held(name);
    const page = await open();
    for (const name of ['Ada', 'Bea']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await button(page, 'Release').click();
    await row(page, 'Ada').getByText('another submission has its value').waitFor();
    expect(await seen(page)).toEqual(['Ada']);
    expect(await page.getByRole('checkbox', { name: 'Select Ada' }).isChecked()).toBe(true);
    await button(page, 'Delete').press('Enter');
    await page.getByText('Nothing is held').waitFor();
    expect(await states()).toEqual({ Ada: 'accepted', Bea: 'accepted' });
  });

  it('tries other settings on what has arrived, and changes nothing', async () => {
    await held('Ada');
    const id = await aSubmission(app.api, form, { name: 'Bea', message: 'http://a.example http://b.example' });
    const page = await open();
    await button(page, 'Try other settings').press('Enter');
    const checks = page.getByRole('region', { name: 'What other settings would hold' });
    await checks.getByText('of the last 2 submissions').waitFor();
    await checks.getByRole('listitem').filter({ hasText: 'hidden field' }).getByText('1 held').waitFor();
    await checks.getByRole('checkbox', { name: /More than/ }).check();
    await checks.getByRole('spinbutton', { name: 'Links' }).fill('1');
    const links = checks.getByRole('listitem').filter({ hasText: 'More than' });
    await links.getByText('1 held').waitFor();
    expect(await links.getByRole('link').getAttribute('href')).toBe(`#/forms/${form.id}/submissions/${id}`);
    await checks.getByRole('spinbutton', { name: 'Links' }).fill('2');
    await links.getByText('0 held').waitFor();
    expect(await states()).toEqual({ Ada: 'quarantined', Bea: 'accepted' });
    expect(session.complaints).toEqual([]);
  });

  it('fits every width, with nothing that axe finds', async () => {
    await held('Ada', 'x'.repeat(5000));
    await held('مرحبا بالعالم');
    const looks: Look[] = [
      [1280, 'light'],
      [768, 'dark'],
      [390, 'light'],
      [320, 'dark'],
    ];
    const page = await open();
    await button(page, 'Try other settings').click();
    await page.getByText('of the last 2 submissions').waitFor();
    await page.getByText('2 held').waitFor();
    const picture = (width: number) => process.env.PICTURES && page.screenshot({ path: `${process.env.PICTURES}/quarantine-${width}.png` });
    expect(await faultsAt(page, looks, picture)).toEqual([]);
  });
});
