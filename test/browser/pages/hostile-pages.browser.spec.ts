import type { Browser } from 'playwright-core';
import { renderClosedPage, renderFormPage, renderThanksPage } from '../../../src/intake/pages/page-renderer';
import type { FormPageModel } from '../../../src/intake/pages/page.types';
import { describeInBrowser, openPage, startBrowser, type WatchedPage } from '../support/browser';
import { hostileTexts } from '../support/hostile-texts';
import { formPage, pageField } from '../support/page-models';
import { type PageServer, startPageServer } from '../support/page-server';

describeInBrowser('hostile texts in a page', () => {
  let browser: Browser;
  let server: PageServer;
  let opened: WatchedPage;
  beforeAll(async () => {
    [browser, server] = await Promise.all([startBrowser(), startPageServer()]);
    opened = await openPage(browser, { viewport: { width: 320, height: 640 } });
    await opened.page.addInitScript('window.ran = () => { window.hasRun = true; }');
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** The page as the browser shows it. */
  async function seen(html: string): Promise<{ hasRun: boolean; overflow: number; elements: string[]; shown: string[] }> {
    server.pages.set('/f/hostile', html);
    await opened.page.goto(`${server.url}/f/hostile`);
    return opened.page.evaluate(SEEN);
  }

  /** Nothing ran, nothing was loaded, no element or attribute was added, and every text is shown on a small screen as it is. */
  async function expectHarmless(render: (text: string) => string, texts = hostileTexts()): Promise<void> {
    const ofLine = await seen(render('harmless'));
    const ofLines = await seen(render('harmless\nlines')); // which need another control
    for (const text of texts) {
      const { elements, shown } = /[\r\n]/.test(text) ? ofLines : ofLine;
      const expected = { hasRun: false, overflow: 0, elements, shown: shown.map(() => received(text)) };
      expect({ text, ...(await seen(render(text))) }).toEqual({ text, ...expected });
      expect({ text, complaints: opened.complaints }).toEqual({ text, complaints: [] });
    }
  }

  it('stay texts in every place of a form', async () => {
    await expectHarmless((text) => renderFormPage(pageHolding(text)));
  }, 300_000);

  it('stay texts on the page of thanks', async () => {
    await expectHarmless((text) => renderThanksPage({ ...PAGE, title: text, text, asked: null, formAddress: null }), everyFifthText());
  }, 300_000);

  it('stay texts on the page of a closed form', async () => {
    await expectHarmless((text) => renderClosedPage(PAGE, text, { wayOn: null }), everyFifthText());
  }, 300_000);
});

const PAGE = { language: 'en', styleSheet: '/f/style.css', isFramed: false } as const;

/** For pages that escape texts as the form does, by the same renderer. */
const everyFifthText = (): string[] => hostileTexts().filter((_, index) => index % 5 === 0);

/** One text in every place that an owner or a visitor can fill. */
function pageHolding(text: string): FormPageModel {
  const options = [text, 'other'];
  const values = [text];
  const manyOptions = [text, ...Array.from({ length: 8 }, (_, index) => `other ${index}`)];
  return formPage({
    title: text,
    intro: text,
    submitLabel: text,
    hiddenFields: [{ name: '_nonce', value: text }],
    fields: [
      pageField({ name: text, label: text, options: { multiline: false }, values }),
      pageField({
        name: 'mail',
        label: text,
        preset: 'email',
        messages: [{ code: 'file_type_not_allowed', filename: text }],
      }),
      pageField({ name: text, options: { multiline: true }, values }),
      pageField({ name: text, label: text, options, values }),
      pageField({ name: text, label: text, type: 'array', options, values }),
      pageField({ name: text, label: text, options: manyOptions, values }),
      pageField({ name: text, label: text, type: 'array', values }),
      pageField({ name: text, label: text, type: 'number', values: [`${text}x`] }),
      pageField({ name: text, label: text, type: 'boolean' }),
      pageField({ name: text, label: text, type: 'file', maxFiles: 1, maxBytes: 1, accept: [text] }),
    ],
  });
}

const SEEN = `({
  hasRun: window.hasRun ?? false,
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  elements: [...document.querySelectorAll('*')].map((e) => [e.localName, ...e.getAttributeNames()].join(' ')),
  shown: [
    ...[...document.querySelectorAll('h1[dir], .intro[dir], .form-title, button')].map((e) => e.textContent),
    ...[...document.querySelectorAll('[name]:not([name=_gotcha], [name=_nonce], [name=mail], meta)')].map((e) => e.getAttribute('name')),
    ...[...document.querySelectorAll('textarea, select, [name=_nonce], [type=radio][id$="-0"]')].map((e) => e.value),
  ],
})`;

/** A text as a browser gets it: a stray surrogate cannot be sent, and line breaks are normalized while parsing. */
const received = (text: string): string => text.toWellFormed().replace(/\r\n?/g, '\n');
