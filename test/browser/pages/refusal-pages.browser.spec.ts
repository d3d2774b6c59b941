import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { accessibilityFaults, overflowOf } from '../support/accessibility';
import { describeInBrowser, openPage, startBrowser, type WatchedPage } from '../support/browser';
import { serve } from '../support/embed-site';

type Server = Awaited<ReturnType<typeof serve>>;

describeInBrowser('a website with a plain HTML form', () => {
  let app: TestApp;
  let service: Server;
  let website: Server;
  let browser: Browser;
  let opened: WatchedPage;
  let form: CreatedForm;
  let inputs = '';

  /** The service is reached through a proxy, whose address is known before the service starts. */
  beforeAll(async () => {
    service = await serve((incoming, outgoing) => forward(incoming, outgoing, app.api.baseUrl));
    website = await serve((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (request.url === '/thanks') return response.end('<title>Thanks</title><h1>Thanks from the website</h1>');
      return response.end(pageWith(form.endpoint_url, inputs, website.url));
    });
    [app, browser] = await Promise.all([startApp({ baseUrl: service.url }), startBrowser()]);
  });
  beforeEach(async () => (opened = await openPage(browser)));
  afterEach(() => opened.close());
  afterAll(async () => {
    await browser.close();
    await Promise.all([service.close(), website.close()]);
    await app.close();
  });

  async function send(fields: object[], content: string, fill: (page: Page) => Promise<void>): Promise<Page> {
    form = await anEnabledForm(app.api, { name: 'Contact', allowed_origins: [website.url], fields });
    inputs = content;
    await opened.page.goto(website.url);
    await fill(opened.page);
    await opened.page.getByRole('button').click();
    await opened.page.waitForLoadState();
    return opened.page;
  }

  it('lets a visitor correct a refused form and leads back to the website', async () => {
    const fields = [
      { name: 'email', type: 'string', validation: 'email' },
      { name: 'about', type: 'string' },
      { name: 'news', type: 'boolean' },
    ];
    const content =
      '<input name="email"><textarea name="about"></textarea><input type="hidden" name="news" value="0"><input type="checkbox" name="news" value="1">';
    const page = await send(fields, content, async (site) => {
      await site.locator('[name=email]').fill('ada');
      await site.locator('[name=about]').fill('"one"\n<b>two</b>');
      await site.getByRole('checkbox').check();
    });
    expect(new URL(page.url()).origin).toBe(service.url);
    expect(await page.getByRole('heading', { name: 'Please check one answer' }).isVisible()).toBe(true);
    expect(await page.getByLabel('About').inputValue()).toBe('"one"\n<b>two</b>');
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(opened.complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);

    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('checkbox').uncheck();
    await page.getByRole('button').click();
    await page.waitForURL(`${website.url}/thanks`);
    expect(await storedIn(app.api, form)).toMatchObject([
      { source: 'form_submit', fields: { email: 'ada@example.com', about: '"one"\r\n<b>two</b>', news: false } },
    ]);
  });

  it('still holds what was typed when a visitor goes back from a page without the form', async () => {
    const page = await send([{ name: 'a', type: 'string' }], '<input name="a"><input name="b">', async (site) => {
      await site.locator('[name=a]').fill('typed');
      await app.api.patch(`/v1/forms/${form.id}`, { allowed_origins: ['https://elsewhere.example'] }, { ifMatch: '*' });
    });
    expect(await page.getByRole('heading').textContent()).toBe('Your answers have not been sent');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflowOf(page)).toBe(0);
    await page.goBack();
    expect(await page.locator('[name=a]').inputValue()).toBe('typed');
  });
});

const pageWith = (endpoint: string, inputs: string, site: string): string => `<!doctype html>
<html lang="en"><head><title>Site</title><link rel="icon" href="data:,"></head><body>
<form method="post" action="${endpoint}">${inputs}<input type="hidden" name="_redirect" value="${site}/thanks"><button>Send</button></form>
</body></html>`;

/** Passes a request on with its headers, as a proxy does. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: string): void {
  const { method, headers, url } = incoming;
  const passed = httpRequest(new URL(url ?? '/', target), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
}
