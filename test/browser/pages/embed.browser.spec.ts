import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { shareApp, type TestApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import { waitUntil } from '../../support/wait-until';
import { anEnabledForm, type CreatedForm, setSettings } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { describeInBrowser, openContext, startBrowser } from '../support/browser';
import { hearOutcomes, RECORD_EVENTS, toldOf, waitingTexts } from '../support/embed-page';
import { type EmbedSite, serve, startEmbedSite } from '../support/embed-site';
import { type LossyProxy, startLossyProxy } from '../support/lossy-proxy';

const TEXT = '<label>Text <input name="text"></label>';

describeInBrowser('the embedded script', () => {
  let app: TestApp;
  let browser: Browser;
  let proxy: LossyProxy;
  let form: CreatedForm;
  let site: EmbedSite;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    [app, browser] = await Promise.all([shareApp(), startBrowser()]);
    proxy = await startLossyProxy(app.api.baseUrl);
  });
  beforeEach(async () => {
    form = await anEnabledForm(app.api, {
      fields: [
        { name: 'text', type: 'string', required: true },
        { name: 'email', type: 'string', validation: 'email' },
        { name: 'topic', type: 'string', options: ['a', 'b'] },
        { name: 'count', type: 'number' },
      ],
    });
    site = await startEmbedSite(app.api.baseUrl, `${proxy.url}/api/v1/forms/${form.id}/submit`);
    proxy.posts.length = 0;
    proxy.fate = () => 'pass';
    context = await openContext(browser);
    await context.addInitScript(RECORD_EVENTS);
    page = await context.newPage();
  });
  afterEach(async () => {
    await context.close();
    await site.close();
  });
  afterAll(async () => {
    await browser.close();
    await proxy.close();
    await app.close();
  });

  const send = async (on: Page, text: string): Promise<void> => {
    await on.evaluate('window.skipTime?.(1000)'); // the script takes no other submission within a second
    await on.getByLabel('Text').fill(text);
    await on.getByRole('button', { name: 'Send' }).click();
  };
  const status = () => page.getByRole('status');
  const storedTexts = async () => (await storedIn(app.api, form)).map(({ fields }) => fields.text).sort();

  it('sends to an address that ends in a slash, with the proof of work that the form asks for', async () => {
    await setSettings(app.api, form, { spam: { proof_of_work: 'require' } });
    const slashed = await startEmbedSite(app.api.baseUrl, `${proxy.url}/api/v1/forms/${form.id}/submit/`);
    await page.goto(slashed.url);
    await send(page, 'Hello');
    expect(await hearOutcomes(page, 1)).toMatchObject([{ type: 'form:accepted' }]);
    expect(await storedTexts()).toEqual(['Hello']);
    await slashed.close();
  });

  it('sends a form in the background, thanks in a live region and empties it', async () => {
    await page.goto(site.url);
    await send(page, 'Hello');
    const [told] = await hearOutcomes(page, 1);
    const [stored] = await storedIn(app.api, form);
    expect(told).toMatchObject({ type: 'form:accepted', detail: { receipt: { id: stored!.id }, isDurable: true } });
    expect(stored!.fields).toEqual({ text: 'Hello' });
    expect(proxy.posts[0]!.key).toMatch(/^[0-9a-f]{32}$/);
    await waitUntil(async () => (await status().textContent()) === 'Thank you. Your message has been received.');
    expect(await page.getByLabel('Text').inputValue()).toBe('');
    expect(await page.locator('form').getAttribute('data-form-state')).toBe('accepted');
    expect(await waitingTexts(page)).toEqual([]);
  });

  it.each([
    ['de-AT', 'Vielen Dank. Ihre Nachricht ist angekommen.'],
    ['fr_FR', 'Merci. Votre message nous est bien parvenu.'],
    ['ES', 'Gracias. Hemos recibido su mensaje.'],
    ['nl', 'Thank you. Your message has been received.'],
  ])('speaks the language %s of the page', async (language, thanks) => {
    site.language = language;
    await page.goto(site.url);
    await send(page, 'Hello');
    await waitUntil(async () => (await status().textContent()) === thanks);
  });

  it('thanks with the text of the page, and lets the page show the outcome itself', async () => {
    site.attributes = 'data-form-thanks="Bye!"';
    await page.goto(site.url);
    await send(page, 'one');
    await waitUntil(async () => (await status().textContent()) === 'Bye!');
    await page.evaluate('window.takesOver = true');
    await send(page, 'two');
    await hearOutcomes(page, 2);
    expect(await page.getByLabel('Text').inputValue()).toBe('two');
    expect(await status().textContent()).toBe('');
  });

  it('shows messages at their controls, leads to the first, and clears them before the next attempt', async () => {
    site.controls = `${TEXT}<label>E-mail <input name="email" aria-describedby="hint"></label><i id="hint">Yours</i>
      <fieldset><label>A <input type="radio" name="topic" value="a"></label><label>X <input type="radio" name="topic" value="x"></label></fieldset>
      <input type="hidden" name="count" value="many">`;
    await page.goto(site.url);
    const email = page.getByRole('textbox', { name: 'E-mail' });
    await email.fill('nobody');
    await page.getByRole('radio', { name: 'X' }).check();
    await send(page, '');
    await hearOutcomes(page, 1);
    expect(await page.evaluate('document.activeElement.name')).toBe('text');
    expect(await status().textContent()).toBe('Please check your answers. Please enter a number.');
    for (const control of [
      page.getByLabel('Text'),
      email,
      page.getByRole('radio', { name: 'A' }),
      page.getByRole('radio', { name: 'X' }),
    ]) {
      expect(await control.getAttribute('aria-invalid')).toBe('true');
      const id = (await control.getAttribute('aria-describedby'))!.split(' ').at(-1)!;
      expect(await page.locator(`#${id}`).textContent()).toMatch(/^Please /);
    }
    const colorOf = (selector: string) => page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).color`);
    expect(await colorOf('[data-form-message]')).not.toBe(await colorOf('body'));
    await page.evaluate(`
      const own = new CSSStyleSheet();
      own.replaceSync('span { color: rgb(1, 2, 3) }');
      document.adoptedStyleSheets = [own, ...document.adoptedStyleSheets]`);
    expect(await colorOf('[data-form-message]')).toBe('rgb(1, 2, 3)');
    expect(await email.getAttribute('aria-describedby')).toMatch(/^hint /);
    expect(await page.getByRole('textbox', { name: 'E-mail', exact: true }).count()).toBe(1);

    await email.fill('ada@example.com');
    await page.getByRole('radio', { name: 'A' }).check();
    await page.evaluate(`document.querySelector('[name=count]').value = '3'`);
    await send(page, 'now');
    await hearOutcomes(page, 2);
    expect(await email.getAttribute('aria-describedby')).toBe('hint');
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    expect(await storedTexts()).toEqual(['now']);
    expect(new Set(proxy.posts.map(({ key }) => key)).size).toBe(2);
  });

  it('serves forms that come later and whose controls are called like members of a form', async () => {
    await page.goto(site.url);
    await page.evaluate(`{
      const form = document.querySelector('form').cloneNode();
      form.id = 'late';
      form.innerHTML = '<label>Late <input name="text"></label>' + ['reset', 'elements', 'matches', 'getAttribute', 'dispatchEvent',
        'querySelectorAll', 'appendChild', 'closest', 'id', 'action'].map((name) => '<input name="' + name + '">').join('') + '<button name="by" value="me">Go</button>';
      document.body.append(form);
    }`);
    await page.evaluate(`{
      document.querySelector('#late [name=text]').value = 'later';
      document.querySelector('#late button').click();
    }`);
    await hearOutcomes(page, 1);
    expect(await storedTexts()).toEqual(['later']);
    expect(proxy.posts[0]!.body).toMatch(/&by=me$/);
    const thanks = `document.querySelector('#late [role=status]').textContent`;
    await waitUntil(async () => (await page.evaluate<string>(thanks)).startsWith('Thank you'));
  });

  it('leaves a form to itself without JavaScript', async () => {
    const plain = await openContext(browser, { javaScriptEnabled: false });
    const without = await plain.newPage();
    await without.goto(site.url);
    await send(without, 'plain');
    await without.getByRole('heading').waitFor();
    expect(await storedTexts()).toEqual(['plain']);
    await plain.close();
  });

  describe('without a network', () => {
    it('keeps submissions, says so, and sends them when the network returns', async () => {
      await page.goto(site.url);
      await context.setOffline(true);
      await send(page, 'one');
      const [told] = await hearOutcomes(page, 1);
      expect(told).toMatchObject({ type: 'form:stored-offline', detail: { isDurable: true } });
      await waitUntil(async () => (await status().textContent())!.startsWith('Your message could not be sent yet. It is saved'));
      expect(await waitingTexts(page)).toEqual(['one']);
      await context.setOffline(false);
      await waitUntil(async () => (await toldOf(page)).some(({ type }) => type === 'form:accepted'));
      expect(await storedTexts()).toEqual(['one']);
      await waitUntil(async () => (await status().textContent()) === 'Your saved message has now been sent.');
    });

    it('tells of no lost connection where the service has put a submission off', async () => {
      const service = await serve((_, response) => {
        const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'retry-after': '60' };
        response.writeHead(429, headers).end('{"error":{"code":"rate_limit_exceeded"}}');
      });
      await page.goto((await startEmbedSite(app.api.baseUrl, service.url)).url);
      await send(page, 'one');
      await hearOutcomes(page, 1);
      await waitUntil(async () => (await status().textContent())!.startsWith('Your message could not be sent yet. It is saved'));
    });

    it('sends them when the page is opened again', async () => {
      await page.goto(site.url);
      await context.setOffline(true);
      await send(page, 'one');
      await hearOutcomes(page, 1);
      await page.close();
      await context.setOffline(false);
      page = await context.newPage();
      await page.goto(site.url);
      await hearOutcomes(page, 1);
      expect(await storedTexts()).toEqual(['one']);
    });

    it('lets one that is refused for good go, with an event, and sends the others', async () => {
      site.controls = `${TEXT}<label>E-mail <input name="email"></label>`;
      await page.goto(site.url);
      await context.setOffline(true);
      for (const [count, text] of ['one', 'bad', 'three'].entries()) {
        await page.getByLabel('E-mail').fill(text === 'bad' ? 'nobody' : '');
        await send(page, text);
        await hearOutcomes(page, count + 1);
      }
      await context.setOffline(false);
      const told = (await hearOutcomes(page, 6)).slice(3);
      // In any order: an attempt may fail while the network returns, and is repeated after the others.
      expect(told.map(({ type }) => type).sort()).toEqual(['form:accepted', 'form:accepted', 'form:refused']);
      const refused = told.find(({ type }) => type === 'form:refused')!;
      expect(refused.detail.fields).toContainEqual(['email', 'nobody']); // the page can show it again
      expect((await storedTexts()).sort()).toEqual(['one', 'three']);
      expect(await waitingTexts(page)).toEqual([]);
    });

    it('keeps files up to 25 MiB and sends them whole', async () => {
      const received: Buffer[] = [];
      const types: string[] = [];
      const service = await serve((request, response) => {
        const chunks: Buffer[] = [];
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('access-control-allow-headers', 'idempotency-key, accept-language');
        if (request.method === 'OPTIONS') return void response.end();
        types.push(request.headers['content-type']!);
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          received.push(Buffer.concat(chunks));
          response.writeHead(201, { 'content-type': 'application/json' }).end('{"data":{"id":"1"}}');
        });
      });
      const files = await startEmbedSite(app.api.baseUrl, service.url);
      files.controls = `${TEXT}<input type="file" name="files" multiple><input type="file" name="none">`;
      await page.goto(files.url);
      await context.setOffline(true);
      const big = randomBytes(16 * 2 ** 20);
      const small = randomBytes(8 * 2 ** 20);
      const folder = await mkdtemp(join(tmpdir(), 'embed-'));
      atEnd(() => rm(folder, { recursive: true }));
      const paths = ['big ü.pdf', 'small.png'].map((name) => join(folder, name));
      await Promise.all([writeFile(paths[0]!, big), writeFile(paths[1]!, small)]);
      await page.locator('[name=files]').setInputFiles(paths);
      await send(page, 'with files');
      await hearOutcomes(page, 1);
      await page.close();
      await context.setOffline(false);
      page = await context.newPage();
      await page.goto(files.url);
      await hearOutcomes(page, 1);
      const sent = await new Response(new Uint8Array(received[0]!), {
        headers: { 'content-type': types[0]! },
      }).formData();
      expect([...sent.keys()]).toEqual(['text', 'files', 'files']);
      const [first, second] = sent.getAll('files') as File[];
      expect([first!.name, second!.name, first!.type]).toEqual(['big ü.pdf', 'small.png', 'application/pdf']);
      expect(Buffer.from(await first!.arrayBuffer()).equals(big)).toBe(true);
      expect(Buffer.from(await second!.arrayBuffer()).equals(small)).toBe(true);
      await files.close();
      await service.close();
    });

    it('holds on to a submission in memory where the browser has no database', async () => {
      await page.addInitScript(`indexedDB.open = () => { throw new DOMException('denied', 'SecurityError'); }`);
      await page.goto(site.url);
      await context.setOffline(true);
      await send(page, 'one');
      expect((await hearOutcomes(page, 1))[0]).toMatchObject({ detail: { isDurable: false } });
      expect(await status().textContent()).toContain('Please keep this page open');
      await context.setOffline(false);
      await hearOutcomes(page, 2);
      expect(await storedTexts()).toEqual(['one']);
    });
  });

  describe('with a service that is away or busy', () => {
    it('tries again by itself, with the same key', async () => {
      proxy.fate = () => (['lose request', 'busy', 'lose answer'] as const)[proxy.posts.length - 1] ?? 'pass';
      await page.goto(site.url);
      await send(page, 'one');
      await waitUntil(async () => (await toldOf(page)).some(({ type }) => type === 'form:accepted'));
      expect(await storedTexts()).toEqual(['one']);
      expect(proxy.posts).toHaveLength(4);
      expect(new Set(proxy.posts.map(({ key }) => key)).size).toBe(1);
    });

    it('takes the page of a network that wants a login for no answer', async () => {
      let isLoggedIn = false;
      const network = await serve((_, response) => {
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('access-control-allow-headers', '*');
        response.end(isLoggedIn ? '{"data":{"id":"1"}}' : '<h1>Log in</h1>');
      });
      const behind = await startEmbedSite(app.api.baseUrl, network.url);
      await page.goto(behind.url);
      await send(page, 'one');
      expect((await hearOutcomes(page, 1))[0]!.type).toBe('form:stored-offline');
      isLoggedIn = true;
      expect((await hearOutcomes(page, 2))[1]!.type).toBe('form:accepted');
      await behind.close();
      await network.close();
    });
  });

  describe.each(['url', 'insecureUrl'] as const)('in several tabs at once (%s)', (address) => {
    it('sends each submission once', async () => {
      await page.goto(site[address]);
      expect(await page.evaluate('isSecureContext')).toBe(address === 'url');
      await context.setOffline(true);
      const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`);
      for (const [count, text] of texts.entries()) {
        await send(page, text);
        await hearOutcomes(page, count + 1);
      }
      const others = await Promise.all([context.newPage(), context.newPage()]);
      proxy.posts.length = 0;
      proxy.fate = () => 'late answer';
      await context.setOffline(false);
      await Promise.all(others.map((other) => other.goto(site[address])));
      await waitUntil(async () => (await waitingTexts(page)).length === 0);
      expect(await storedTexts()).toEqual(texts);
      expect(proxy.posts).toHaveLength(texts.length);
    });

    it('leaves a submission to the tab that is sending it', async () => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/submit', async (route) => released.then(() => route.continue()));
      await page.goto(site[address]);
      await send(page, 'one');
      await waitUntil(async () => (await waitingTexts(page)).length === 1);
      const other = await context.newPage();
      await other.goto(site[address]);
      await other.evaluate(`dispatchEvent(new Event('online'))`);
      await send(other, 'two');
      await hearOutcomes(other, 1);
      expect(proxy.posts.map(({ body }) => body)).toEqual(['text=two']);
      release();
      await hearOutcomes(page, 1);
      expect(await storedTexts()).toEqual(['one', 'two']);
    });
  });
});
