import type { Browser, BrowserContext, Page } from 'playwright-core';
import { shareApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, setSettings } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { describeInBrowser, openContext, startBrowser } from '../support/browser';
import { hearOutcomes, RECORD_EVENTS, waitingTexts } from '../support/embed-page';
import { serve } from '../support/embed-site';

const POLICIES = [
  ...['no-referrer', 'no-referrer-when-downgrade', 'origin', 'origin-when-cross-origin'],
  ...['same-origin', 'strict-origin', 'strict-origin-when-cross-origin', 'unsafe-url'],
];
/** Browsers hide the origin of what a plain form sends under these policies (Fetch, "append a request Origin header"). */
const HIDING = ['no-referrer', 'same-origin'];

describeInBrowser('a website whose origin a form lists, or not', () => {
  let app: TestApp;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    [app, browser] = await Promise.all([shareApp(), startBrowser()]);
  });
  beforeEach(async () => {
    context = await openContext(browser);
    await context.addInitScript(RECORD_EVENTS);
    page = await context.newPage();
  });
  afterEach(() => context.close());
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  interface Site {
    url: string;
    close(): Promise<void>;
    form: CreatedForm;
  }

  /** A page with a form, by itself or with the script, that a form of the service lists unless it lists another website. */
  async function aSite({ policy, script = false, listed }: { policy?: string; script?: boolean; listed?: string }): Promise<Site> {
    let html = '';
    const site = await serve((_, response) => {
      if (policy) response.setHeader('referrer-policy', policy);
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
    });
    const form = await anEnabledForm(app.api, { allowed_origins: [listed ?? site.url], fields: [{ name: 'text', type: 'string' }] });
    const endpoint = `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`;
    html = `<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="data:,"><h1>Site</h1>
      ${script ? `<script src="${app.api.baseUrl}/embed.js" defer></script>` : ''}
      <form method="post" action="${endpoint}" ${script ? `data-form-endpoint="${endpoint}"` : ''}>
      <label>Text <input name="text"></label><button>Send</button></form>`;
    return { ...site, form };
  }

  async function send({ url }: { url: string }): Promise<void> {
    await page.goto(url);
    await page.getByLabel('Text').fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
  }

  const textsIn = async (form: CreatedForm) => (await storedIn(app.api, form)).map(({ fields }) => fields.text);

  it.each(POLICIES)('is taken from a plain form under %s, or told which policy it needs', async (policy) => {
    const site = await aSite({ policy });
    await send(site);
    await page.waitForURL((url) => url.origin !== new URL(site.url).origin);
    const text = (await page.locator('body').textContent())!;
    if (HIDING.includes(policy)) expect(text).toContain('strict-origin-when-cross-origin');
    else expect(text).toContain('Thank you');
    expect(await textsIn(site.form)).toEqual(HIDING.includes(policy) ? [] : ['Hello']);
    await site.close();
  });

  it.each(POLICIES)('is taken by the script under %s, whose requests tell the origin in any case', async (policy) => {
    const site = await aSite({ policy, script: true });
    await send(site);
    expect(await hearOutcomes(page, 1)).toMatchObject([{ type: 'form:accepted' }]);
    expect(await textsIn(site.form)).toEqual(['Hello']);
    await site.close();
  });

  it('is told by the script that the form does not take its messages, and the visitor keeps what was typed', async () => {
    const site = await aSite({ script: true, listed: 'https://www.example.com' });
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await send(site);
    expect(await hearOutcomes(page, 1)).toMatchObject([{ type: 'form:refused', detail: { error: { code: 'origin_not_allowed' } } }]);
    expect(await page.getByRole('status').textContent()).toContain('does not take messages from this website');
    expect(await page.getByLabel('Text').inputValue()).toBe('Hello');
    expect(logged.join('\n')).toContain(`its allowed_origins have no entry for ${site.url}`);
    expect(await waitingTexts(page)).toEqual([]);
    expect(await textsIn(site.form)).toEqual([]);
    await site.close();
  });

  it('reads the refusal of its own request, also of JSON, and with credentials where it is listed', async () => {
    const foreign = await aSite({ listed: 'https://www.example.com' });
    const own = await aSite({});
    const ask = async ({ url, form }: Site, credentials: string): Promise<unknown> => {
      await page.goto(url);
      const address = JSON.stringify(`${app.api.baseUrl}/api/v1/forms/${form.id}/submit`);
      return page.evaluate(`fetch(${address}, { method: 'POST', credentials: '${credentials}', body: '{"text":"Hi"}',
        headers: { 'content-type': 'application/json' } }).then(async (answer) => [answer.status, (await answer.json()).error?.code ?? null])`);
    };
    expect(await ask(foreign, 'omit')).toEqual([403, 'origin_not_allowed']);
    expect(await ask(own, 'include')).toEqual([201, null]);
    expect(await textsIn(foreign.form)).toEqual([]);
    await Promise.all([foreign.close(), own.close()]);
  });

  it.each([true, false])('is taken to the address after sending (with the script: %s)', async (script) => {
    const site = await aSite({ script });
    await setSettings(app.api, site.form, { page: { redirect_url: `${site.url}/thanks` } });
    await send(site);
    await page.waitForURL(`${site.url}/thanks`);
    expect(await textsIn(site.form)).toEqual(['Hello']);
    await site.close();
  });
});
