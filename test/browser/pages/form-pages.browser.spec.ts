import type { Browser, Locator, Page } from 'playwright-core';
import { renderClosedPage, renderFormPage, renderNotFoundPage, renderThanksPage } from '../../../src/intake/pages/page-renderer';
import { LANGUAGES } from '../../../src/forms/languages.types';
import { waitUntil } from '../../support/wait-until';
import { accessibilityFaults, colorFaults, overflowOf } from '../support/accessibility';
import { describeInBrowser, openPage, startBrowser, type WatchedPage } from '../support/browser';
import { formPage, pageField, studioForm, studioFormWithErrors } from '../support/page-models';
import { type PageServer, startPageServer } from '../support/page-server';

const SIZES = [320, 768, 1440];
const THEMES = [
  ['light', accessibilityFaults],
  ['dark', colorFaults],
] as const;

describeInBrowser('the pages of a form', () => {
  let browser: Browser;
  let server: PageServer;
  let opened: WatchedPage;
  beforeAll(async () => {
    [browser, server] = await Promise.all([startBrowser(), startPageServer()]);
  });
  beforeEach(async () => (opened = await openPage(browser)));
  afterEach(async () => {
    await opened.close();
    expect(opened.complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function show(html: string): Promise<Page> {
    server.pages.set('/f/contact', html);
    await opened.page.goto(`${server.url}/f/contact`);
    return opened.page;
  }

  /** Looks at a page in every size and theme. */
  async function expectSound(html: string): Promise<void> {
    const page = await show(html);
    for (const width of SIZES) {
      await page.setViewportSize({ width, height: 800 });
      expect({ width, overflow: await overflowOf(page) }).toEqual({ width, overflow: 0 });
    }
    for (const [colorScheme, look] of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect({ colorScheme, faults: await look(page) }).toEqual({ colorScheme, faults: [] });
    }
  }

  describe.each(LANGUAGES)('in %s', (language) => {
    const page = { language, styleSheet: '/f/style.css', isFramed: false };
    const sent = { wayOn: { to: 'website', address: 'https://site.example/contact', host: 'site.example' } } as const;

    it('show the form without faults in every size and theme', async () => {
      await expectSound(renderFormPage(studioForm(language)));
      expect(await opened.page.locator('html').getAttribute('lang')).toBe(language);
      expect(await opened.page.locator('html').getAttribute('dir')).toBe('ltr');
    });

    it('show the form with messages without faults in every size and theme', async () => {
      await expectSound(renderFormPage({ ...studioFormWithErrors(language), messages: [{ code: 'rate_limited' }] }));
    });

    it.each([
      ['thanks', renderThanksPage({ ...page, title: null, text: null, asked: null, formAddress: '/f/contact' })],
      ['a closed form', renderClosedPage(page, 'Contact', sent)],
      ['an unknown form', renderNotFoundPage(page, sent)],
    ])('show %s without faults in every size and theme', async (_page, html) => {
      await expectSound(html);
    });
  });

  it.each(['#ffd400', '#ffffff', '#000000', '#808080', '#00ff7f', '#ff0040', 'red;}body{display:none'])(
    'can be read in the accent colour %s',
    async (accent) => {
      const form = studioFormWithErrors('en');
      await expectSound(renderFormPage({ ...form, styleSheet: `/f/style.css?accent=${encodeURIComponent(accent)}` }));
      expect(await opened.page.getByRole('button', { name: 'Send' }).isVisible()).toBe(true);
    },
  );

  it('give every control its role and its name', async () => {
    const page = await show(renderFormPage(studioForm()));
    const found = page.getByRole('main');
    const controls = [
      ['heading', 'Start a project with us'],
      ['textbox', 'Your name'],
      ['textbox', 'E-mail'],
      ['textbox', 'Telephone (optional)'],
      ['radiogroup', 'What is it about?'],
      ['radio', 'Changes to an existing one'],
      ['group', 'What can we help with? (optional)'],
      ['checkbox', 'Hosting and care'],
      ['spinbutton', 'Budget in euros (optional)'],
      ['combobox', 'People in your company (optional)'],
      ['textbox', 'Your project'],
      ['checkbox', 'You may contact me about this request'],
      ['button', 'Send'],
    ] as const;
    for (const [role, name] of controls) {
      expect({ name, count: await found.getByRole(role, { name, exact: true }).count() }).toEqual({ name, count: 1 });
    }
    expect(await page.getByLabel('When should it start? (optional)').count()).toBe(1);
    expect(await page.getByLabel('Files (optional)').count()).toBe(1);
    expect(await found.getByRole('textbox', { name: /empty/ }).count()).toBe(0); // the honeypot
    expect(await found.ariaSnapshot()).not.toContain('*'); // `required` says it
  });

  it('can be filled in and sent with the keyboard alone', async () => {
    const page = await show(renderFormPage(studioForm()));
    const keys = async (...presses: string[]) => {
      for (const press of presses) await page.keyboard.press(press);
    };
    const typed = async (text: string) => {
      await keys('Tab');
      await page.keyboard.type(text);
    };
    await typed('Ada Lovelace');
    await typed('ada@example.com');
    await typed('+44 20 7946 0000');
    await keys('Tab', 'ArrowDown'); // the second radio button
    await keys('Tab', 'Space', 'Tab', 'Tab', 'Space', 'Tab'); // the first and the third check box
    await typed('1200.5');
    await typed('02032027');
    await keys('Tab', 'Tab'); // past the button of the calendar
    await page.keyboard.type('2');
    await typed('Hello');
    await keys('Tab', 'Tab', 'Space', 'Tab', 'Enter');
    expect(await lastPost()).toEqual([
      ['_nonce', 'page-token'],
      ['_key', 'idempotency-key'],
      ['name', 'Ada Lovelace'],
      ['email', 'ada@example.com'],
      ['phone', '+44 20 7946 0000'],
      ['topic', 'Changes to an existing one'],
      ['services', 'Strategy'],
      ['services', 'Development'],
      ['budget', '1200.5'],
      ['start', '2027-02-03'],
      ['size', '2–9'],
      ['message', 'Hello'],
      ['files', ''],
      ['consent', 'true'],
      ['_gotcha', ''],
    ]);
  });

  it('lead from the summary of messages to each control, which tells its message', async () => {
    const page = await show(renderFormPage(studioFormWithErrors('en')));
    const summary = page.getByRole('region', { name: 'Please check 5 answers' });
    expect(await summary.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await page.title()).toBe('Error: Start a project with us');
    const links = summary.getByRole('link');
    for (const [position, name] of ['email', 'topic', 'budget', 'files', 'consent'].entries()) {
      await links.nth(position).press('Enter');
      expect(await page.evaluate('document.activeElement.name')).toBe(name);
    }
    const email = page.getByRole('textbox', { name: 'E-mail' });
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await descriptionOf(page, email)).toBe('Error: Please enter an e-mail address, for example name@example.com.');
    expect(await descriptionOf(page, page.getByRole('radiogroup'))).toBe('Error: Please choose an option.');
    expect(await descriptionOf(page, page.getByLabel('Files'))).toBe(
      'Up to 3 files, 10 MB each. Accepted: PDF, DOCX, or images. Error: “plans.pdf” is too large. A file can have up to 10 MB.',
    );
  });

  it('say which group of check boxes needs an answer', async () => {
    const fields = [pageField({ name: 'many', type: 'array', options: ['a', 'b'], required: true })];
    const page = await show(renderFormPage(formPage({ fields })));
    expect(await page.getByRole('group', { name: 'Many (Required)', exact: true }).count()).toBe(1);
  });

  it('keep every value that was sent, whatever it is', async () => {
    const values = {
      text: ['  two  spaces " \' <b>'],
      message: ['\n\nfirst line\n\tsecond & </textarea>'],
      number: ['12,5'],
      date: ['31.12.2026'],
      one: ['b & c'],
      many: ['é', '<i>'],
      long: ['o9'],
      list: ['x', 'y', 'z', 'ü'],
      yes: ['on'],
    };
    const page = await show(
      renderFormPage(
        formPage({
          fields: [
            pageField({ name: 'text', values: values.text }),
            pageField({ name: 'message', values: values.message }),
            pageField({ name: 'number', type: 'number', values: values.number }),
            pageField({ name: 'date', type: 'date', values: values.date }),
            pageField({ name: 'one', options: ['a', 'b & c'], values: values.one }),
            pageField({ name: 'many', type: 'array', options: ['é', '<i>', '"'], values: values.many }),
            pageField({ name: 'long', options: Array.from({ length: 20 }, (_, n) => `o${n}`), values: values.long }),
            pageField({ name: 'list', type: 'array', values: values.list }),
            pageField({ name: 'yes', type: 'boolean', values: values.yes }),
          ],
        }),
      ),
    );
    await page.getByRole('button').click();
    const sent = (await lastPost()).filter(([name, value]) => !name.startsWith('_') && value !== '');
    expect(sent.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])).toEqual(
      Object.entries({ ...values, yes: ['true'] }).flatMap(([name, texts]) => texts.map((text) => [name, text])),
    );
  });

  it('tell what an expired page needs, and take the focus there', async () => {
    const page = await show(renderFormPage(studioForm('de', { notices: ['expired', 'choose_files_again'] })));
    const notices = page.getByRole('status');
    expect(await notices.first().textContent()).toContain('Bitte senden Sie das Formular noch einmal ab');
    expect(await notices.nth(1).textContent()).toContain('Bitte wählen Sie Ihre Dateien noch einmal aus');
    expect(await notices.first().evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('work without JavaScript', async () => {
    const { page, close, complaints } = await openPage(browser, { javaScriptEnabled: false });
    server.pages.set('/f/contact', renderFormPage(studioForm('fr')));
    await page.goto(`${server.url}/f/contact`);
    await page.getByLabel('Votre nom').fill('Zoé');
    await page.getByLabel('E-mail').fill('zoe@example.com');
    await page.getByLabel('Autre chose').check();
    await page.getByLabel('Votre projet').fill('Bonjour');
    await page.getByLabel('Fichiers').setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: PDF });
    await page.getByLabel('Vous pouvez me contacter').check();
    await page.getByRole('button', { name: 'Envoyer' }).click();
    expect(await lastPost()).toEqual(
      expect.arrayContaining([
        ['name', 'Zoé'],
        ['topic', 'Autre chose'],
        ['files', 'plan.pdf'],
      ]),
    );
    await close();
    expect(complaints).toEqual([]);
  });

  it.each([':has(', ':not-known('])('show which choice has the focus, with the selector %s', async (selector) => {
    await opened.page.route('**/style.css', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(':has(', selector) });
    });
    const page = await show(renderFormPage(formPage({ fields: [pageField({ name: 'one', options: ['a', 'b'] })] })));
    await page.keyboard.press('Tab');
    const styles = await page.evaluate<string[]>(
      `['input', '.choice'].map((part) => getComputedStyle(document.activeElement.closest(part)).outlineStyle)`,
    );
    expect(styles).toEqual(selector === ':has(' ? ['none', 'solid'] : ['solid', 'none']);
  });

  it('print without buttons, on white', async () => {
    const page = await show(renderFormPage(studioForm()));
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('button', { name: 'Send' }).isVisible()).toBe(false);
    const colors = 'getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color';
    expect(await page.evaluate(colors)).toBe('rgba(0, 0, 0, 0)rgb(0, 0, 0)');
  });

  async function lastPost(): Promise<[string, string][]> {
    await waitUntil(() => server.posted.length > 0);
    const { contentType, body } = server.posted.pop()!;
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
  }
});

const PDF = Buffer.from('%PDF-1.7\n');

/** The description that a screen reader reads after the name of a control. */
async function descriptionOf(page: Page, control: Locator): Promise<string> {
  const ids = (await control.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`#${id}`).innerText()));
  return texts.join(' ').replace(/\s+/g, ' ');
}
