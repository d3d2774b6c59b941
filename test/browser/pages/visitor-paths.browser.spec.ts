import { shareApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { waitUntil } from '../../support/wait-until';
import { RECORD_EVENTS } from '../support/embed-page';
import { type EmbedSite, serve, startEmbedSite } from '../support/embed-site';
import { type LossyProxy, startLossyProxy } from '../support/lossy-proxy';
import { describeInEachBrowser, type Tab, until, type VisitorBrowser } from '../support/visitor';

const FIELDS = [
  { name: 'text', type: 'string', required: true },
  { name: 'mail', type: 'string', validation: 'email' },
  { name: 'day', type: 'date' },
];
const HEADING = `document.querySelector('h1')?.textContent`;
const PROBLEMS_FOCUSED = `document.querySelector('.problems')?.matches(':focus') === true`;

/** The paths of visitors, in each of the browsers that they use. */
describeInEachBrowser('a visitor', (start) => {
  let app: TestApp;
  let browser: VisitorBrowser;
  let tab: Tab;
  let form: CreatedForm;
  let website: Awaited<ReturnType<typeof serve>>;
  let content = '';
  beforeAll(async () => {
    website = await serve((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>Site</title><link rel="icon" href="data:,">${content}`);
    });
    [app, browser] = await Promise.all([shareApp(), start()]);
  });
  beforeEach(async () => {
    tab = await browser.openTab();
    form = await anEnabledForm(app.api, { name: 'Contact', fields: FIELDS });
  });
  afterAll(async () => {
    await browser.close();
    await website.close();
    await app.close();
  });

  const address = () => `${app.api.baseUrl}/f/${form.id}`;
  const storedFields = async () => (await storedIn(app.api, form)).map(({ fields }) => fields);

  /** Sends values that only the service refuses, although the browser would check them too. */
  async function sendUnchecked(page: Tab): Promise<void> {
    await page.ask('void (document.forms[0].noValidate = true)');
    await page.click('button');
  }

  async function retype(page: Tab, selector: string, text: string): Promise<void> {
    await page.ask(`void (document.querySelector('${selector}').value = '')`);
    await page.type(selector, text);
  }

  describe('of the page of a form', () => {
    it('is led to each refused answer, corrects it, and is thanked', async () => {
      form = await anEnabledForm(app.api, { fields: FIELDS.map((field) => ({ ...field, required: true })) });
      await tab.open(address());
      await tab.type('[name=text]', 'Hello');
      await tab.type('[name=mail]', 'nobody');
      await sendUnchecked(tab);
      await until(tab, PROBLEMS_FOCUSED);
      for (const [index, name] of ['mail', 'day'].entries()) {
        await tab.ask(`void document.querySelectorAll('.problems a')[${index}].focus()`);
        await tab.pressEnter();
        await until(tab, `document.activeElement.closest('.field')?.querySelector('[name=${name}]') != null`);
      }
      await tab.ask(`void (document.querySelector('[name=day]').value = '2026-03-31')`);
      await retype(tab, '[name=mail]', 'ada@example.com');
      await tab.pressEnter();
      await until(tab, `${HEADING} === 'Thank you'`);
      expect(await storedFields()).toEqual([{ text: 'Hello', mail: 'ada@example.com', day: '2026-03-31' }]);
    });

    it('goes back and sends again what is stored once, and another answer, which is stored too', async () => {
      await tab.open(address());
      for (const text of ['yes', '', 'no']) {
        if (text !== '') await retype(tab, '[name=text]', text);
        await tab.click('button');
        await until(tab, `${HEADING} === 'Thank you'`);
        await tab.back();
        await until(tab, `document.querySelector('[name=text]')?.value === '${text || 'yes'}'`);
      }
      expect(await storedFields()).toEqual([{ text: 'no' }, { text: 'yes' }]);
    });

    it.each(['', 'sandbox="allow-forms allow-same-origin"'])('goes the same way in a frame of another site (%s)', async (sandbox) => {
      content = `<iframe title="Form" width="800" height="800" ${sandbox} src="${address()}"></iframe>`;
      await tab.open(website.url.replace('127.0.0.1', 'localhost'));
      const frame = await tab.frame();
      await until(frame, `${HEADING} === 'Contact'`);
      await frame.type('[name=text]', 'Hello');
      await frame.type('[name=mail]', 'nobody');
      await sendUnchecked(frame);
      await until(frame, PROBLEMS_FOCUSED);
      await retype(frame, '[name=mail]', 'ada@example.com');
      await frame.click('button');
      await until(frame, `${HEADING} === 'Thank you'`);
      expect(await frame.ask(`document.querySelector('a').textContent`)).toBe('Send another response');
      await frame.click('a');
      await until(frame, `${HEADING} === 'Contact'`);
      expect(await storedFields()).toEqual([{ text: 'Hello', mail: 'ada@example.com' }]);
    });
  });

  it('of a website with a plain HTML form corrects a refused form, which keeps everything, and is thanked', async () => {
    const endpoint = app.api.baseUrl + new URL(form.endpoint_url).pathname;
    content = `<form method="post" action="${endpoint}"><input name="text"><input name="mail"><button>Send</button></form>`;
    await tab.open(website.url);
    await tab.type('[name=text]', 'Hello');
    await tab.type('[name=mail]', 'nobody');
    await tab.click('button');
    await until(tab, PROBLEMS_FOCUSED);
    expect(await tab.ask(`document.querySelector('[name=text]').value`)).toBe('Hello');
    await retype(tab, '[name=mail]', 'ada@example.com');
    await tab.pressEnter();
    await until(tab, `${HEADING} === 'Thank you'`);
    expect(await storedFields()).toEqual([{ text: 'Hello', mail: 'ada@example.com' }]);
  });

  describe('of a website with the embedded script', () => {
    let proxy: LossyProxy;
    let site: EmbedSite;
    beforeAll(async () => (proxy = await startLossyProxy(app.api.baseUrl)));
    beforeEach(async () => {
      site = await startEmbedSite(app.api.baseUrl, `${proxy.url}/api/v1/forms/${form.id}/submit`);
      proxy.fate = () => 'pass';
    });
    afterEach(() => site.close());
    afterAll(() => proxy.close());

    const statusIs = (page: Tab, text: string) => until(page, `document.querySelector('[role=status]')?.textContent.startsWith('${text}')`);

    async function open(page: Tab): Promise<void> {
      await page.open(site.url);
      await page.ask(`(() => { ${RECORD_EVENTS} })()`);
    }

    it('sends once by a double click whose second click comes after the answer', async () => {
      await open(tab);
      await tab.type('[name=text]', 'Hello');
      await tab.click('button');
      await statusIs(tab, 'Thank you.');
      await tab.ask('skipTime(150)');
      await tab.click('button');
      await statusIs(tab, 'Thank you.');
      await tab.type('[name=text]', 'Again');
      await tab.ask('skipTime(1000)');
      await tab.click('button');
      await waitUntil(async () => (await storedFields()).length > 1);
      expect(await storedFields()).toEqual([{ text: 'Again' }, { text: 'Hello' }]);
    });

    it('reads in the first tab that what waited there was sent by the second', async () => {
      proxy.fate = () => 'lose request';
      await open(tab);
      await tab.type('[name=text]', 'Hello');
      await tab.click('button');
      await statusIs(tab, 'Your message could not be sent yet. It is saved');
      await tab.ask('void (window.setTimeout = () => 0)'); // this tab makes no further attempt
      proxy.fate = () => 'pass';
      const other = await browser.openTab();
      await other.open(site.url);
      await statusIs(tab, 'Your saved message has now been sent.');
      expect(await tab.ask('told.map(({ type }) => type)')).toEqual(['form:stored-offline', 'form:accepted']);
      expect(await storedFields()).toEqual([{ text: 'Hello' }]);
    });

    it('is not told that a message is saved where the policy of the page lets none be sent', async () => {
      site.connectSources = `'self'`;
      await open(tab);
      await tab.ask('void (window.errors = [], console.error = (text) => errors.push(text))');
      await tab.type('[name=text]', 'Hello');
      await tab.click('button');
      await statusIs(tab, 'A fault of this page prevents your message from being sent.');
      expect(await tab.ask(`document.querySelector('[name=text]').value`)).toBe('Hello');
      expect(await tab.ask('errors')).toEqual([expect.stringContaining(proxy.url)]);
      site.connectSources = '*';
      await open(tab);
      expect(await tab.ask('document.querySelector("form").getAttribute("data-form-state")')).toBeNull();
      expect(await storedFields()).toEqual([]);
    });
  });
});
