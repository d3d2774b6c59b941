import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, etagOf } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { SAMPLES } from '../../support/sample-files';
import { accessibilityFaults, overflowOf } from '../support/accessibility';
import { describeInBrowser, openPage, startBrowser } from '../support/browser';
import { serve } from '../support/embed-site';
import { hostileTexts } from '../support/hostile-texts';

const FIELDS = [
  { name: 'name', label: 'Ihr Name', type: 'string', required: true },
  { name: 'telefon', label: 'Telefon', type: 'string', required: true, validation: 'tel' },
  { name: 'thema', label: 'Thema', type: 'string', required: true, options: ['Neu', 'Bestehend'] },
  { name: 'leistungen', label: 'Leistungen', type: 'array', options: ['Entwurf', 'Bau'] },
  { name: 'nachricht', label: 'Nachricht', type: 'string', required: true },
  { name: 'datei', label: 'Datei', type: 'file', options: { accept: ['.pdf'], max_files: 1 } },
  { name: 'zustimmung', label: 'Ich stimme zu', type: 'boolean', required: true },
];

const PDF = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: SAMPLES.pdf };

describeInBrowser('the hosted page of a form', () => {
  let app: TestApp;
  let browser: Browser;
  let website: Awaited<ReturnType<typeof serve>>;
  let frame = '';
  beforeAll(async () => {
    website = await serve(({ url }, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      const content = url === '/thanks' ? '<h1>Thanks from the website</h1>' : frame;
      response.end(`<!doctype html><title>Site</title><link rel="icon" href="data:,">${content}`);
    });
    [app, browser] = await Promise.all([startApp(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await website.close();
    await app.close();
  });

  const addressOf = ({ id }: { id: string }) => `${app.api.baseUrl}/f/${id}`;

  const aSimpleForm = (members: object = {}): Promise<CreatedForm> =>
    anEnabledForm(app.api, { name: 'Contact', fields: [{ name: 'text', type: 'string' }], ...members });

  async function set(form: CreatedForm, page: object): Promise<void> {
    const ifMatch = await etagOf(app.api, form);
    expect((await app.api.patch(`/v1/forms/${form.id}/settings`, { page }, { ifMatch })).status).toBe(200);
  }

  /** A browser writes down each answer that is an error, which a refused form is. Nothing else is complained about. */
  async function visit(form: { id: string }, work: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
    const opened = await openPage(browser, options);
    try {
      await opened.page.goto(addressOf(form));
      await work(opened.page);
      expect(opened.complaints.filter((complaint) => !complaint.includes('status of 422'))).toEqual([]);
    } finally {
      await opened.close();
    }
  }

  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

  it('is filled in, corrected and sent in German with the keyboard alone, without JavaScript, on a small screen', async () => {
    const form = await anEnabledForm(app.api, { name: 'Anfrage', fields: FIELDS });
    const options = { javaScriptEnabled: false, locale: 'de-DE', viewport: { width: 320, height: 640 } };
    await visit(
      form,
      async (page) => {
        const press = async (...keys: string[]) => {
          for (const key of keys) await page.keyboard.press(key);
        };
        const type = async (text: string) => {
          await press('Tab');
          await page.keyboard.type(text);
        };
        await type('Zoé <b>Müller</b>');
        await type('keine Nummer');
        await press('Tab', 'ArrowDown', 'Tab', 'Space', 'Tab', 'Tab');
        await page.keyboard.type('Erste Zeile\nZweite Zeile');
        await page.getByLabel('Datei').setInputFiles(PDF);
        await page.getByLabel('Datei').focus();
        await press('Tab', 'Space', 'Tab', 'Enter');
        await page.getByRole('heading', { name: 'Bitte prüfen Sie eine Angabe' }).waitFor();
        expect(await page.getByRole('status').textContent()).toContain('Bitte wählen Sie Ihre Dateien noch einmal aus');
        expect(await page.locator('.problems:focus').count()).toBe(1);
        expect(await page.getByLabel('Ihr Name').inputValue()).toBe('Zoé <b>Müller</b>');
        expect(await page.getByLabel('Nachricht').inputValue()).toBe('Erste Zeile\nZweite Zeile');
        expect(await page.getByRole('radio', { name: 'Bestehend' }).isChecked()).toBe(true);
        expect(await page.getByRole('checkbox', { name: 'Entwurf' }).isChecked()).toBe(true);

        await press('Tab', 'Enter'); // the link of the summary leads to the field
        expect(await page.getByLabel('Telefon').evaluate((element) => element.matches(':focus'))).toBe(true);
        await press('Control+A');
        await page.keyboard.type('+49 30 1234567');
        await page.getByLabel('Datei').setInputFiles(PDF);
        await press('Enter');
        await page.waitForURL(`${addressOf(form)}/thanks`);
        expect(await heading(page)).toBe('Vielen Dank');
        await page.getByRole('link', { name: 'Noch eine Antwort senden' }).press('Enter');
        await page.waitForURL(addressOf(form));
      },
      options,
    );
    expect(await storedIn(app.api, form)).toMatchObject([
      {
        source: 'hosted_form',
        file_count: 1,
        fields: {
          name: 'Zoé <b>Müller</b>',
          telefon: '+49 30 1234567',
          thema: 'Bestehend',
          leistungen: ['Entwurf'],
          nachricht: 'Erste Zeile\r\nZweite Zeile',
          zustimmung: true,
        },
      },
    ]);
  });

  it('has no faults of accessibility and fits every screen, also with messages and when it is closed', async () => {
    const form = await anEnabledForm(app.api, { name: 'Anfrage', fields: FIELDS });
    await visit(form, async (page) => {
      const expectSound = async () => {
        expect(await accessibilityFaults(page)).toEqual([]);
        for (const width of [320, 768, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          expect({ width, overflow: await overflowOf(page) }).toEqual({ width, overflow: 0 });
        }
      };
      await expectSound();
      await page.evaluate('document.forms[0].noValidate = true');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('heading', { name: 'Please check 5 answers' }).waitFor();
      await expectSound();
      await app.api.patch(`/v1/forms/${form.id}`, { status: 'disabled' }, { ifMatch: '*' });
      await page.goto(addressOf(form));
      expect(await heading(page)).toBe('This form is closed');
      await expectSound();
    });
  });

  it('stores a double click once, and nothing more when the visitor reloads', async () => {
    const form = await aSimpleForm();
    await visit(form, async (page) => {
      await page.getByLabel('Text').fill('once');
      await page.getByRole('button').dblclick();
      await page.waitForURL(`${addressOf(form)}/thanks`);
      await page.reload();
      expect(await heading(page)).toBe('Thank you');
    });
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });

  it('comes back with what was typed: sent again it is stored once, while other answers and the next visitor are stored', async () => {
    const form = await aSimpleForm();
    const textsIn = async () => (await storedIn(app.api, form)).map(({ fields }) => fields.text);
    await visit(form, async (page) => {
      const send = async () => {
        await page.getByRole('button').click();
        await page.waitForURL(`${addressOf(form)}/thanks`);
      };
      const text = page.getByLabel('Text');
      await text.fill('yes');
      await send();
      await page.goBack();
      expect(await text.inputValue()).toBe('yes');
      await send();
      expect(await textsIn()).toEqual(['yes']);
      await page.goBack();
      await text.fill('no');
      await send();
      await page.getByRole('link', { name: 'Send another response' }).click();
      await page.waitForURL(addressOf(form));
      expect(await text.inputValue()).toBe('');
      await text.fill('yes');
      await send();
      expect(await textsIn()).toEqual(['yes', 'no', 'yes']);
      await page.goto(addressOf(form));
      await text.fill('yes');
      await send();
      expect(await textsIn()).toEqual(['yes', 'yes', 'no', 'yes']);
    });
  });

  it('keeps everything when the page has expired, and stores it once however often the answer is reloaded', async () => {
    const form = await aSimpleForm();
    await visit(form, async (page) => {
      await page.getByLabel('Text').fill('kept "as" <it> is');
      app.clock.forward({ minutes: 61 });
      await page.getByRole('button').click();
      await page.getByRole('heading', { name: 'Please send again' }).waitFor();
      await page.reload();
      expect(await page.locator('[role=status]:focus').count()).toBe(1);
      expect(await storedIn(app.api, form)).toEqual([]);
      await page.getByRole('button').click();
      await page.waitForURL(`${addressOf(form)}/thanks`);
    });
    expect(await storedIn(app.api, form)).toMatchObject([{ fields: { text: 'kept "as" <it> is' } }]);
  });

  it('leads to the page of the website that the settings name', async () => {
    const form = await aSimpleForm({ allowed_origins: [website.url] });
    await set(form, { redirect_url: `${website.url}/thanks` });
    await visit(form, async (page) => {
      await page.getByLabel('Text').fill('hello');
      await page.getByRole('button').click();
      await page.waitForURL(`${website.url}/thanks`);
    });
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });

  it('works in a frame of an allowed origin, sandboxed or not, and in no other', async () => {
    const [form, other] = await Promise.all([
      aSimpleForm({ allowed_origins: [website.url] }),
      aSimpleForm({ allowed_origins: ['https://elsewhere.example'] }),
    ]);
    const opened = await openPage(browser);
    for (const sandbox of ['', 'sandbox="allow-forms"']) {
      frame = `<iframe title="Form" ${sandbox} src="${addressOf(form)}"></iframe>`;
      await opened.page.goto(website.url);
      const content = opened.page.frameLocator('iframe');
      await content.getByLabel('Text').fill(sandbox);
      await content.getByRole('button').click();
      await content.getByRole('heading', { name: 'Thank you' }).waitFor();
    }
    expect(opened.complaints).toEqual([]);
    expect(await storedIn(app.api, form)).toMatchObject([{ source: 'hosted_form' }, { source: 'hosted_form' }]);
    frame = `<iframe title="Form" src="${addressOf(other)}"></iframe>`;
    const refused = opened.page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await opened.page.goto(website.url);
    await refused;
    await opened.close();
  });

  it('shows hostile names, labels and options as the texts that they are', async () => {
    const texts = hostileTexts().filter((text) => isLabel(text));
    const fields = texts.slice(0, 95).map((label, index) => {
      const options = { string: [texts[texts.length - 1 - index], 'other'], array: [label, 'x'] };
      const type = (['string', 'array', 'number', 'boolean'] as const)[index % 4]!;
      return { name: `f${index}`, label, type, options: type === 'string' || type === 'array' ? options[type] : null };
    });
    const form = await anEnabledForm(app.api, { name: texts[3], fields });
    await set(form, { title: texts[1], intro: texts[2], submit_label: texts[5], thanks_title: texts[7] });
    await visit(
      form,
      async (page) => {
        expect(await page.evaluate('[window.ran, document.images.length, document.forms.length]')).toEqual([undefined, 0, 1]);
        expect(await overflowOf(page)).toBe(0);
        const shown = await page.locator('legend > bdi, label:not(.choice) > bdi, .choice > span > bdi').allTextContents();
        expect(shown).toEqual(fields.map(({ label }) => label));
        expect(await heading(page)).toBe(texts[1]);
        await page.getByRole('button').click();
        await page.waitForURL(`${addressOf(form)}/thanks`);
        expect(await heading(page)).toBe(texts[7]);
      },
      { viewport: { width: 320, height: 640 } },
    );
  });
});

/** True for what the API takes as a label and keeps as it is. */
const isLabel = (text: string): boolean =>
  text === text.trim() && text !== '' && text.isWellFormed() && [...text].length <= 255 && !/\p{Cc}/u.test(text);
