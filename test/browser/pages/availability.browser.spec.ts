import type { Browser, Page } from 'playwright-core';
import { shareApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, setSettings, submit } from '../../support/forms';
import { waitUntil } from '../../support/wait-until';
import { describeInBrowser, openPage, startBrowser } from '../support/browser';
import { type EmbedSite, startEmbedSite } from '../support/embed-site';

const CONTROLS = `
  <label>E-mail <input name="email"></label>
  <label>Day <select name="day"><option value="">-</option><option>Mon</option><option value="Tue">Tuesday</option></select></label>
  <label>Tea <input type="checkbox" name="extras[]" value="Tea"></label>`;

describeInBrowser('the limits of a form, with the embedded script', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    [app, browser] = await Promise.all([shareApp(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  const aLimitedForm = async (intake: object): Promise<CreatedForm> => {
    const form = await anEnabledForm(app.api, {
      fields: [
        { name: 'email', type: 'string' },
        { name: 'day', type: 'string', options: ['Mon', 'Tue'] },
        { name: 'extras', type: 'array', options: ['Tea'] },
      ],
    });
    await setSettings(app.api, form, { intake });
    return form;
  };

  async function visit(form: CreatedForm, language: string, work: (page: Page) => Promise<void>): Promise<void> {
    const site: EmbedSite = await startEmbedSite(app.api.baseUrl, `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`);
    site.controls = CONTROLS;
    site.language = language;
    const { page, close } = await openPage(browser);
    await page.goto(site.url);
    await work(page);
    await close();
    await site.close();
  }
  const note = (page: Page) => page.locator('[data-form-availability]');
  const untilSays = (page: Page, text: string | RegExp) =>
    waitUntil(async () => ((await note(page).textContent()) ?? '').match(text) !== null);
  const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();
  const untilStatus = (page: Page, text: string) =>
    waitUntil(async () => (await page.getByRole('status').textContent())?.includes(text) ?? false);

  it('are told: what is left of the form and of options, and what is full, also after a submission', async () => {
    const form = await aLimitedForm({ max_submissions: 3, places: { day: { Mon: 1, Tue: 2 }, extras: { Tea: 0 } } });
    await visit(form, 'en', async (page) => {
      await untilSays(page, /^3 places left$/);
      const optionTexts = () => page.locator('option').allTextContents();
      expect(await optionTexts()).toEqual(['-', 'Mon (1 place left)', 'Tuesday (2 places left)']);
      expect(await page.getByRole('checkbox').isDisabled()).toBe(true);
      expect(await page.locator('label[data-places-left]').getAttribute('data-places-left')).toBe('full');
      await page.getByLabel('Day').selectOption('Mon');
      await send(page);
      await untilStatus(page, 'Thank you.');
      await untilSays(page, /^2 places left$/);
      expect(await optionTexts()).toEqual(['-', 'Mon (full)', 'Tuesday (2 places left)']);
      expect(await page.locator('option[value="Mon"]').isDisabled()).toBe(true);
    });
  });

  it.each([
    ['en', 'This option is full.'],
    ['de', 'Diese Auswahl ist ausgebucht.'],
    ['fr', 'Ce choix est complet.'],
    ['es', 'Esta opción está completa.'],
  ])('are told at the control in %s when an option has become full meanwhile', async (language, text) => {
    const form = await aLimitedForm({ places: { day: { Tue: 1 } } });
    await visit(form, language, async (page) => {
      await page.getByLabel('Day').selectOption('Tue');
      await submit(app.api, form, { day: 'Tue' });
      await send(page);
      await waitUntil(async () => (await page.locator('[data-form-message]').count()) === 1);
      expect(await page.locator('[data-form-message]').textContent()).toContain(text);
      expect(await page.getByLabel('Day').inputValue()).toBe('Tue');
    });
  });

  it.each([
    ['en', { max_submissions: 0 }, /^All places are taken\.$/, 'All places are taken, so'],
    ['de', { max_submissions: 0 }, /^Alle Plätze sind vergeben\.$/, 'Alle Plätze sind vergeben, daher'],
    ['fr', { opens_at: '2036-05-01T08:00:00Z' }, /^Ce formulaire ouvre le .*mai 2036/, 'n’accepte pas de réponses'],
    ['es', { closes_at: '2020-05-01T08:00:00Z' }, /admitió respuestas hasta el .*mayo de 2020/, 'no admite respuestas'],
  ])('are told in %s before and after sending: %j', async (language, intake, before, after) => {
    await visit(await aLimitedForm(intake), language, async (page) => {
      await untilSays(page, before);
      await send(page);
      await untilStatus(page, after);
    });
  });

  it('are told for a value that was sent before', async () => {
    const form = await aLimitedForm({ unique_by: 'email' });
    await submit(app.api, form, { email: 'ada@example.com' });
    await visit(form, 'de', async (page) => {
      await page.getByLabel('E-mail').fill('Ada@Example.com');
      await send(page);
      await untilStatus(page, 'schon einmal eingegangen');
      expect(await page.getByLabel('E-mail').inputValue()).toBe('Ada@Example.com');
    });
  });
});
