import type { Browser, Page } from 'playwright-core';
import { AccountSecretsService } from '../../../src/accounts/account-secrets.service';
import type { TestApp } from '../../support/app';
import { aLinkSecret, signIn } from '../../support/console';
import { submitParts } from '../../support/files';
import { aForm, anEnabledForm, aSubmission, setSettings } from '../../support/forms';
import { Receiver } from '../../support/receiver';
import { aPublishedForm, listRuns, startRunningApp } from '../../support/runs';
import { waitUntil } from '../../support/wait-until';
import { aFanOut, aWebhook, STORE } from '../../support/workflows';
import { describeInBrowser, startBrowser, type WatchedPage } from '../support/browser';
import { serve } from '../support/embed-site';
import { openConsole } from './console-page';

const IMAGE = '<img src=x onerror=ran()>';
const MARKUP = `">${IMAGE}<script>ran()</script>`;

describeInBrowser('while somebody is signed in to the console', () => {
  let app: TestApp;
  let browser: Browser;
  let receiver: Receiver;
  let site: Awaited<ReturnType<typeof serve>>;
  let opened: WatchedPage;
  beforeAll(async () => {
    [app, browser, receiver] = await Promise.all([startRunningApp(), startBrowser(), Receiver.start()]);
    site = await serve((_, response) => response.setHeader('content-type', 'text/html').end(foreignPage()));
  });
  afterEach(() => opened.close());
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await Promise.all([receiver?.close(), site?.close()]);
  });

  /** A body that is JSON, as a form of any page can send it. */
  const foreignPage = () => `<!doctype html><link rel="icon" href="data:,">
    <form method="post" enctype="text/plain" action="${app.api.baseUrl}/v1/forms">
      <input name='{"validate_fields":true,"notifications_enabled":false,"name":"' value='planted"}'>
    </form>`;
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });

  describe.each([
    ['on another port, which gets the same cookies,', (url: string) => url, true],
    ['of another name of this machine', (url: string) => url.replace('127.0.0.1', 'localhost'), false],
    ['of another site', (url: string) => url.replace('127.0.0.1', 'evil.test'), false],
  ])('a page %s', (_, addressOf, hasCookie) => {
    let page: Page;
    let base: string;
    beforeEach(async () => {
      base = app.api.baseUrl;
      opened = await openConsole(browser, app, { view: '/inbox' });
      await heading(opened.page).waitFor();
      page = await opened.page.context().newPage();
      await page.goto(addressOf(site.url));
      expect(await page.context().cookies(page.url())).toHaveLength(hasCookie ? 1 : 0);
    });
    const names = async () => (await app.database.query<{ name: string }>('select name from forms')).map(({ name }) => name);
    async function expectSession(): Promise<void> {
      await opened.page.reload();
      await heading(opened.page).waitFor();
      expect(await opened.page.getByRole('dialog').count()).toBe(0);
      expect(await names()).not.toContain('planted');
    }

    it('changes nothing by a form', async () => {
      const answer = page.waitForResponse(`${base}/v1/forms`);
      await page.evaluate('document.forms[0].submit()');
      expect((await answer).status()).toBe(401);
      await expectSession();
    });

    it('reads and changes nothing by a script, and spends no link', async () => {
      const secret = await aLinkSecret(app);
      const json = `headers: { 'content-type': 'application/json' }`;
      const body = `body: ${JSON.stringify(JSON.stringify({ name: 'planted', validate_fields: true, notifications_enabled: false }))}`;
      const link = `body: ${JSON.stringify(JSON.stringify({ secret }))}`;
      const outcomes = await page.evaluate<unknown[]>(`Promise.all([
        ['/v1/forms', {}],
        ['/v1/forms', { mode: 'no-cors' }],
        ['/v1/forms', { method: 'POST', ${json}, ${body} }],
        ['/v1/forms', { method: 'POST', mode: 'no-cors', ${body} }],
        ['/console/session', { method: 'POST', ${json}, ${link} }],
        ['/console/session', { method: 'POST', mode: 'no-cors', ${link} }],
        ['/console/session', { method: 'DELETE' }],
      ].map(([path, options]) => fetch('${base}' + path, { credentials: 'include', ...options })
        .then(async (answer) => answer.type + (await answer.text()), (error) => error.name)))`);
      const [refused, hidden] = ['TypeError', 'opaque'];
      expect(outcomes).toEqual([refused, hidden, refused, hidden, refused, hidden, refused]);
      await expectSession();
      expect((await signIn(app, { secret })).status).toBe(201);
    });

    it('has nothing in a frame', async () => {
      await page.evaluate(`new Promise((loaded) => {
        const frame = document.createElement('iframe');
        frame.addEventListener('load', loaded);
        frame.src = '${base}/console#/inbox';
        document.body.append(frame);
      })`);
      const frame = page.frames()[1]!;
      expect(frame.url()).toMatch(/^chrome-error:/);
      expect(await frame.locator('main, nav, dialog').count()).toBe(0);
      await expectSession();
    });
  });

  it('a script in the page of a form, even past the policy of the page, gets nothing for the session', async () => {
    const form = await aForm(app.api);
    opened = await openConsole(browser, app, { view: '/inbox' }, { bypassCSP: true });
    await heading(opened.page).waitFor();
    const page = await opened.page.context().newPage();
    await page.goto(`${app.api.baseUrl}/f/${form.id}`);
    const ask = (path: string, options: object) =>
      page.evaluate<number>(`fetch('${path}', ${JSON.stringify(options)}).then(({ status }) => status)`);
    for (const options of [{}, { referrerPolicy: 'no-referrer' }, { referrer: '/console' }])
      for (const path of ['/v1/forms', '/console/session']) expect([path, options, await ask(path, options)]).toEqual([path, options, 401]);
    expect(await page.evaluate(`fetch('/console').then((page) => page.text())`)).not.toContain('console-proof');
    const read = async (path: string) => {
      const window = page.context().waitForEvent('page');
      await page.evaluate(`void (window.other = window.open('${path}'))`);
      await (await window).waitForLoadState();
      return page.evaluate<string>(`(() => {
        try { return other.document.documentElement.outerHTML; } catch { return 'unread'; }
      })()`);
    };
    expect(await read('/console')).not.toMatch(/console-proof|main/);
    expect(await read('/v1/forms')).not.toContain(form.id);
    expect(opened.complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
  });

  it('the script of a captcha provider in the page of a form reaches the challenge of the form, and nothing else of the service', async () => {
    await app.app.get(AccountSecretsService).set(app.accountId, 'CAPTCHA', 's3cret');
    const form = await anEnabledForm(app.api);
    const siteverify = { level: 'observe', provider: 'turnstile', site_key: 'key', secret_name: 'CAPTCHA' };
    await setSettings(app.api, form, { spam: { proof_of_work: 'observe', siteverify } });
    opened = await openConsole(browser, app, { view: '/inbox' });
    await heading(opened.page).waitFor();
    const page = await opened.page.context().newPage();
    const paths = [`/api/v1/forms/${form.id}/challenge`, `/api/v1/forms/${form.id}/schema`, '/v1/forms', '/console', '/healthz'];
    const script = `window.reached = Promise.all(${JSON.stringify(paths)}.map((path) => fetch(path).then(({ status }) => status, () => 'blocked')));`;
    await page.route('https://challenges.cloudflare.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    await page.goto(`${app.api.baseUrl}/f/${form.id}`);
    await page.waitForFunction('window.reached');
    expect(await page.evaluate('window.reached')).toEqual([200, 'blocked', 'blocked', 'blocked', 'blocked']);
  });

  it('a link on another site opens the console in the session, although browsers hold the cookie back at first', async () => {
    opened = await openConsole(browser, app, { view: '/inbox' });
    await heading(opened.page).waitFor();
    const page = await opened.page.context().newPage();
    await page.goto(site.url.replace('127.0.0.1', 'localhost'));
    await page.evaluate(`location.href = '${app.api.baseUrl}/console#/account'`);
    await page.getByRole('heading', { name: 'This session' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('markup that was stored is shown as text in every view, and no script of it runs', async () => {
    receiver.answers({ status: 401 });
    const definition = aFanOut(aWebhook('crm', { url: receiver.url() }, { name: MARKUP }), STORE);
    const fields = [{ name: 'name', type: 'string', label: MARKUP }];
    const form = await aPublishedForm(app, definition, { name: MARKUP, validate_fields: false, fields });
    const answer = await submitParts(app.api, form, [
      ['name', MARKUP],
      ['other', MARKUP],
      ['cv', `${IMAGE}.txt`, 'text'],
    ]);
    expect(answer.status).toBe(201);
    await aSubmission(app.api, form, { name: MARKUP, _gotcha: 'x' });
    await waitUntil(async () => (await listRuns(app, form)).some(({ completed_at: end }) => end !== null));
    const [run] = await listRuns(app, form);
    const { body } = await app.api.get<{ id: string }[]>(`/v1/forms/${form.id}/submissions`);

    opened = await openConsole(browser, app, { view: '/inbox' });
    const { page } = opened;
    await page.evaluate('window.ran = () => (window.hasRun = true)');
    for (const [view, place] of [
      ['/inbox', '.row .values'],
      ['/inbox', '.row .of-form'],
      [`/forms/${form.id}/submissions/${body.data[0]!.id}`, 'dd'],
      [`/forms/${form.id}/submissions/${body.data[0]!.id}`, 'dt'],
      [`/forms/${form.id}`, 'h1'],
      [`/forms/${form.id}`, '.fields td'],
      [`/forms/${form.id}/workflow`, '[data-step]'],
      [`/forms/${form.id}/workflow`, '[data-node] title'],
      [`/forms/${form.id}/runs/${run!.id}`, '.thread li'],
      ['/attention', '.what'],
      ['/quarantine', '.row .values'],
    ] as const) {
      await page.evaluate(`location.hash = '#${view}'`);
      await page.locator(place).filter({ hasText: MARKUP }).first().waitFor({ state: 'attached' });
      expect([view, await page.locator('body').locator('img, script, iframe').count()]).toEqual([view, 0]);
    }
    await page.evaluate(`location.hash = '#/forms/${form.id}/submissions/${body.data[0]!.id}'`);
    await page.locator('.file a').filter({ hasText: IMAGE }).waitFor();
    expect(await page.evaluate('window.hasRun')).toBeUndefined();
    expect(opened.complaints).toEqual([]);
    await expect(page.evaluate(`document.body.innerHTML = '<p>'`)).rejects.toThrow('TrustedHTML');
  });
});
