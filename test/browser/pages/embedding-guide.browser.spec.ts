import type { Browser, Page } from 'playwright-core';
import { snippetOf } from '../../../console/src/views/form/snippet.rules';
import { shareApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { SMALL_REACT } from '../../support/small-react';
import { bundle, readSnippets, renderAstro, run } from '../../support/snippets';
import { describeInBrowser, openPage, startBrowser, type WatchedPage } from '../support/browser';
import { serve } from '../support/embed-site';
import { type LossyProxy, startLossyProxy } from '../support/lossy-proxy';

describeInBrowser('the snippets of docs/embedding.md', () => {
  let app: TestApp;
  let browser: Browser;
  let proxy: LossyProxy;
  let site: { url: string; close(): Promise<void> };
  let files: Record<string, string>;
  let form: CreatedForm;
  let snippets: ReadonlyMap<string, string>;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    [app, browser] = await Promise.all([shareApp(), startBrowser()]);
    proxy = await startLossyProxy(app.api.baseUrl);
    site = await serve((request, response) => {
      const path = new URL(request.url!, 'http://site').pathname;
      response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8');
      response.end(files[path] ?? '<link rel="icon" href="data:,">');
    });
  });
  beforeEach(async () => {
    form = await anEnabledForm(app.api, {
      allowed_origins: [site.url],
      fields: [
        { name: 'email', label: 'E-mail', type: 'string', required: true, validation: 'email' },
        { name: 'message', label: 'Message', type: 'string', required: true, options: { multiline: true } },
        { name: 'people', label: 'People', type: 'number' },
        { name: 'topics', label: 'Topics', type: 'array', options: ['A question', 'An order'] },
        { name: 'news', label: 'Send me your news', type: 'boolean' },
        { name: 'attachment', label: 'Attachment', type: 'file' },
      ],
    });
    files = {};
    proxy.posts.length = 0;
    proxy.fate = () => 'pass';
    snippets = readSnippets(proxy.url, form.id);
    watched = await openPage(browser);
    page = watched.page;
  });
  afterEach(() => watched.close());
  afterAll(async () => {
    await browser.close();
    await site.close();
    await proxy.close();
    await app.close();
  });

  const pageWith = (body: string): string =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Site</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;
  const open = (path = '/') => page.goto(`${site.url}${path}`);

  /** A number, a box, a list and a file, on each page alike. */
  async function fillIn(visitor: Page = page): Promise<void> {
    await visitor.getByLabel('E-mail').fill('ada@example.com');
    await visitor.getByLabel('Message').fill('Hello');
    await visitor.getByLabel('People').fill('3');
    for (const box of ['A question', 'An order', 'Send me your news']) await visitor.getByLabel(box).check();
    await visitor.getByLabel('Attachment').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') });
  }
  const send = (visitor: Page = page) => visitor.getByRole('button', { name: 'Send' }).click();
  const thanks = () => page.getByRole('status').filter({ hasText: 'Thank you' }).waitFor();

  const FIELDS = { email: 'ada@example.com', message: 'Hello', people: 3, topics: ['A question', 'An order'], news: true };
  async function expectStored(source = 'form_submit'): Promise<void> {
    const stored = await storedIn(app.api, form);
    expect(stored).toMatchObject([{ file_count: 1, source }]);
    expect(stored[0]!.fields).toEqual(FIELDS);
  }
  const snippetOfConsole = () => snippetOf(`${proxy.url}/api/v1/forms/${form.id}/submit`, form.fields);

  it('HTML: the form is sent by the script, which thanks', async () => {
    files['/'] = pageWith(snippets.get('contact.html')!);
    await open();
    await fillIn();
    await send();
    await thanks();
    await expectStored();
    expect(watched.complaints).toEqual([]);
  });

  it('HTML: the page takes over what follows', async () => {
    files['/'] = pageWith(`${snippets.get('contact.html')!}<script src="/thanks.js"></script>`);
    files['/thanks.js'] = snippets.get('thanks.js')!;
    await open();
    await fillIn();
    await send();
    await page.waitForURL('**/thanks?submission=*');
    const [stored] = await storedIn(app.api, form);
    expect(new URL(page.url()).searchParams.get('submission')).toBe(stored!.id);
  });

  it.each<[string, () => string]>([
    ['HTML', () => pageWith(snippets.get('contact.html')!)],
    ['Astro', () => renderAstro(snippets.get('contact.astro')!)],
    ['The snippet of the console', () => pageWith(snippetOfConsole())],
  ])('%s: the form posts by itself without the script', async (_, html) => {
    files['/'] = html();
    const visitor = await openPage(browser, { javaScriptEnabled: false });
    await visitor.page.goto(`${site.url}/`);
    await fillIn(visitor.page);
    await send(visitor.page);
    await visitor.page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await expectStored();
    await visitor.close();
  });

  it('fetch: a form is stored once although answers are lost', async () => {
    files['/'] = pageWith(WITHOUT_SCRIPT.exec(snippets.get('contact.html')!)![0]);
    files['/contact.js'] = snippets.get('contact.js')!;
    await open();
    await fillIn();
    const sendContact = () => page.evaluate(`import('/contact.js').then((module) => module.sendContact(document.forms[0]))`);
    proxy.fate = () => (['lose answer', 'busy'] as const)[proxy.posts.length - 1] ?? 'pass';
    const accepted = await sendContact();
    expect(proxy.posts).toHaveLength(3);
    expect(await storedIn(app.api, form)).toMatchObject([accepted]);
    await expectStored();
    await page.getByLabel('E-mail').fill('ada');
    expect(await sendContact()).toEqual({
      message: 'The request has invalid values.',
      details: { email: ['This field must be an e-mail address.'] },
    });
  });

  it('React: the form is sent, and tells at a field what is wrong with it', async () => {
    files['/'] = pageWith('<div></div><script src="/app.js"></script>');
    files['/app.js'] = await bundle(snippets, mounting('{ ContactForm }', './ContactForm.jsx'), 'iife', SMALL_REACT);
    await open();
    await send();
    await page.getByLabel('E-mail').and(page.locator('[aria-invalid="true"]')).waitFor();
    await page.getByText('This field is required.').first().waitFor();
    await fillIn();
    await send();
    await thanks();
    await expectStored();
  });

  it('Astro: the form is sent by the script', async () => {
    files['/'] = renderAstro(snippets.get('contact.astro')!).replace('<head>', '<head><link rel="icon" href="data:,">');
    await open();
    await fillIn();
    await send();
    await thanks();
    await expectStored();
  });

  it('Next.js: the action passes on the form, and shows again what was refused', async () => {
    const action = run<NextActions>(await bundle(snippets, `export * from './app/contact/actions.js'`, 'cjs'), {
      FORM_SUBMISSION_TOKEN: form.submission_token,
    });
    await page.exposeFunction('runAction', async (entries: Entry[]) => action.sendContact(null, formDataOf(entries)));
    const inBrowser = new Map(snippets).set('app/contact/actions.js', CALLED_BY_THE_BROWSER);
    files['/'] = pageWith('<div></div><script src="/app.js"></script>');
    files['/app.js'] = await bundle(inBrowser, mounting('Page', './app/contact/page.jsx'), 'iife', SMALL_REACT);
    await open();
    await fillIn();
    await page.getByLabel('Message').fill('');
    await send();
    await page.getByRole('alert').filter({ hasText: 'Please check your answers.' }).waitFor();
    await page.getByText('This field is required.').waitFor();
    for (const box of ['A question', 'An order', 'Send me your news']) expect(await page.getByLabel(box).isChecked()).toBe(true);
    expect(await page.getByLabel('People').inputValue()).toBe('3');
    await fillIn();
    await send();
    await thanks();
    await expectStored('api');
  });

  it('The snippet of the console: the form is sent by the script', async () => {
    files['/'] = pageWith(snippetOfConsole());
    await open();
    await fillIn();
    await send();
    await thanks();
    await expectStored();
  });
});

const WITHOUT_SCRIPT = /<form[^]*<\/form>/;

const mounting = (imported: string, file: string): string =>
  `import { mount } from 'react';
   import ${imported} from '${file}';
   mount(() => <${imported.replace(/[{ }]/g, '')} />, document.querySelector('div'));`;

interface NextActions {
  sendContact(previous: null, formData: FormData): Promise<object>;
}

/** An entry of a form on its way to the server: a text, or a file. */
type Entry = [name: string, text: string] | [name: string, bytes: number[], filename: string, type: string];

/** Next.js passes the form to the server, and adds entries of its own. */
const CALLED_BY_THE_BROWSER = `
  export async function sendContact(previous, formData) {
    const entries = [];
    for (const [name, value] of formData)
      entries.push(typeof value === 'string' ? [name, value] : [name, [...new Uint8Array(await value.arrayBuffer())], value.name, value.type]);
    return window.runAction([['$ACTION_REF_1', ''], ...entries]);
  }`;

function formDataOf(entries: Entry[]): FormData {
  const formData = new FormData();
  for (const [name, value, filename, type] of entries)
    formData.append(name, typeof value === 'string' ? value : new File([Uint8Array.from(value)], filename!, { type }));
  return formData;
}
