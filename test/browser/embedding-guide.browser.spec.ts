import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app';
import { anEnabledForm, type CreatedForm } from '../support/forms';
import { storedIn } from '../support/intake';
import { readSnippets, renderAstro } from '../support/snippets';
import { describeInBrowser, openPage, startBrowser, type WatchedPage } from './support/browser';
import { serve } from './support/embed-site';
import { type LossyProxy, startLossyProxy } from './support/lossy-proxy';

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
    [app, browser] = await Promise.all([startApp(), startBrowser()]);
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
        { name: 'email', type: 'string', required: true, validation: 'email' },
        { name: 'message', type: 'string', required: true },
        { name: 'topic', type: 'string', options: ['A question', 'An order'] },
        { name: 'attachment', type: 'file' },
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
  const storedFields = async () => (await storedIn(app.api, form)).map(({ fields }) => fields);

  async function fillIn(email: string): Promise<void> {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Message').fill('Hello');
  }
  const send = () => page.getByRole('button', { name: 'Send' }).click();

  it('HTML: the form is sent with its file, and thanks', async () => {
    files['/'] = pageWith(snippets.get('contact.html')!);
    await open();
    await fillIn('ada@example.com');
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') };
    await page.getByLabel('Attachment').setInputFiles(notes);
    await send();
    await page.getByRole('status').filter({ hasText: 'Thank you' }).waitFor();
    expect(await storedIn(app.api, form)).toMatchObject([{ fields: { email: 'ada@example.com', message: 'Hello' }, file_count: 1 }]);
    expect(watched.complaints).toEqual([]);
  });

  it('HTML: the page takes over what follows', async () => {
    files['/'] = pageWith(`${snippets.get('contact.html')!}<script src="/thanks.js"></script>`);
    files['/thanks.js'] = snippets.get('thanks.js')!;
    await open();
    await fillIn('ada@example.com');
    await send();
    await page.waitForURL('**/thanks?submission=*');
    const [stored] = await storedIn(app.api, form);
    expect(new URL(page.url()).searchParams.get('submission')).toBe(stored!.id);
  });

  it('fetch: a submission is stored once although answers are lost, and faults are told by field', async () => {
    files['/'] = pageWith('');
    files['/contact.js'] = snippets.get('contact.js')!;
    await open();
    const sendContact = (fields: object) =>
      page.evaluate(`import('/contact.js').then((module) => module.sendContact(${JSON.stringify(fields)}))`);
    proxy.fate = () => (['lose answer', 'busy'] as const)[proxy.posts.length - 1] ?? 'pass';
    const accepted = await sendContact({ email: 'ada@example.com', message: 'Hello' });
    expect(proxy.posts).toHaveLength(3);
    expect(await storedIn(app.api, form)).toMatchObject([accepted]);
    expect(await sendContact({ email: 'ada', message: 'Hello' })).toEqual({
      message: 'The request has invalid values.',
      details: { email: ['This field must be an e-mail address.'] },
    });
  });

  it('Astro: the page is sent by the script', async () => {
    files['/'] = renderAstro(snippets.get('contact.astro')!).replace('<head>', '<head><link rel="icon" href="data:,">');
    await open();
    await fillIn('ada@example.com');
    await page.getByLabel('Topic').selectOption('An order');
    await send();
    await page.getByRole('status').filter({ hasText: 'Thank you' }).waitFor();
    expect(await storedFields()).toEqual([{ email: 'ada@example.com', topic: 'An order', message: 'Hello' }]);
  });
});
