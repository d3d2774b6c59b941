import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, setSettings } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { aChallenge } from '../../support/proof-of-work';
import { waitUntil } from '../../support/wait-until';
import { describeInBrowser, openContext, openPage, startBrowser } from '../support/browser';
import { hearOutcomes, RECORD_EVENTS, toldOf, waitingTexts } from '../support/embed-page';
import { type EmbedSite, startEmbedSite } from '../support/embed-site';
import { type LossyProxy, startLossyProxy } from '../support/lossy-proxy';

describeInBrowser('a proof of work', () => {
  let app: TestApp;
  let browser: Browser;
  let proxy: LossyProxy;
  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), startBrowser()]);
    proxy = await startLossyProxy(app.api.baseUrl);
  });
  afterAll(async () => {
    await browser.close();
    await proxy.close();
    await app.close();
  });

  const aForm = async (spam: object = { proof_of_work: 'require' }): Promise<CreatedForm> => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'text', label: 'Text', type: 'string' }] });
    await setSettings(app.api, form, { spam });
    return form;
  };
  const heldIn = async (form: CreatedForm): Promise<unknown[]> =>
    (await app.api.get<unknown[]>(`/v1/forms/${form.id}/submissions?state=quarantined`)).body.data;

  describe('on the hosted page', () => {
    const visit = async (form: CreatedForm, options: object, work: (page: Page) => Promise<void>): Promise<string[]> => {
      const { page, complaints, close } = await openPage(browser, options);
      await page.goto(`${app.api.baseUrl}/f/${form.id}`);
      await work(page);
      await close();
      return complaints;
    };
    const send = async (page: Page, text = 'Hello'): Promise<void> => {
      await page.getByLabel('Text').fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
    };

    it('is solved before the form is sent, and again for the next response', async () => {
      const form = await aForm();
      const complaints = await visit(form, {}, async (page) => {
        for (const count of [1, 2]) {
          await send(page, `Hello ${count}`); // the same values again would be the same submission
          await page.getByRole('heading', { name: 'Thank you' }).waitFor();
          expect(await storedIn(app.api, form)).toHaveLength(count);
          await page.goBack();
        }
      });
      expect(complaints).toEqual([]);
    });

    it('may be solved long before the form is sent', async () => {
      const form = await aForm();
      await visit(form, {}, async (page) => {
        await page.getByLabel('Text').fill('Hello');
        await waitUntil(() => page.evaluate<boolean>(`document.querySelector('[name=_altcha]').value !== ''`));
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByRole('heading', { name: 'Thank you' }).waitFor();
      });
      expect(await storedIn(app.api, form)).toHaveLength(1);
    });

    it('is solved on the page that corrects the form of a website, too', async () => {
      const form = await aForm();
      const { page, close } = await openPage(browser);
      await page.goto(`${app.api.baseUrl}/f/${form.id}`);
      await page.evaluate(`document.querySelector('form').removeAttribute('data-form-challenge')`);
      await page.evaluate(`(() => {
        const form = document.createElement('form');
        form.method = 'post';
        form.action = '/api/v1/forms/${form.id}/submit';
        form.innerHTML = '<input name="text" value="kept">';
        document.body.append(form);
        form.submit();
      })()`);
      await page.getByText('has not solved').waitFor();
      expect(await page.getByLabel('Text').inputValue()).toBe('kept');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('heading', { name: 'Thank you' }).waitFor();
      expect(await storedIn(app.api, form)).toHaveLength(1);
      await close();
    });

    it('is not solved without JavaScript: quarantine holds the answers, require refuses them and says what to do', async () => {
      const [held, refused] = [await aForm({ proof_of_work: 'quarantine' }), await aForm()];
      await visit(held, { javaScriptEnabled: false }, async (page) => {
        await send(page);
        await page.getByRole('heading', { name: 'Thank you' }).waitFor();
      });
      expect(await heldIn(held)).toHaveLength(1);
      await visit(refused, { javaScriptEnabled: false, locale: 'fr-FR' }, async (page) => {
        await page.getByLabel('Text').fill('gardé');
        await page.getByRole('button').click();
        await page.getByText('Veuillez autoriser JavaScript').waitFor();
        expect(await page.getByLabel('Text').inputValue()).toBe('gardé');
      });
      expect(await storedIn(app.api, refused)).toEqual([]);
    });
  });

  it('leaves the page its turn between a few attempts, and uses neither eval, blobs nor WebAssembly', async () => {
    const form = await aForm();
    const { page, complaints, close } = await openPage(browser);
    await page.goto(`${app.api.baseUrl}/f/${form.id}`); // its policy allows none of them
    const challenge = await aChallenge(app.api, form);
    challenge.parameters.cost = 1;
    challenge.parameters.keyPrefix = '000';
    const { counter, turns } = await page.evaluate<{ counter: number; turns: number }>(`(async () => {
      const solve = window[Symbol.for('form-solver')];
      let turns = 0;
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { turns += 1; channel.port2.postMessage(0); };
      channel.port2.postMessage(0);
      const { counter } = await solve(${JSON.stringify(challenge)});
      channel.port1.close();
      return { counter, turns };
    })()`);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(counter / 8));
    expect(complaints).toEqual([]);
    await close();
  });

  describe('with the embedded script', () => {
    let form: CreatedForm;
    let site: EmbedSite;
    let context: BrowserContext;
    let page: Page;
    const open = async (spam?: object): Promise<void> => {
      form = await aForm(spam);
      site = await startEmbedSite(app.api.baseUrl, `${proxy.url}/api/v1/forms/${form.id}/submit`);
      proxy.posts.length = 0;
      proxy.fate = () => 'pass';
      context = await openContext(browser);
      await context.addInitScript(RECORD_EVENTS);
      page = await context.newPage();
    };
    afterEach(async () => {
      await context.close();
      await site.close();
    });
    const send = async (text: string): Promise<void> => {
      await page.evaluate('window.skipTime(1000)');
      await page.getByLabel('Text').fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
    };
    const answerIn = (body: string) => new URLSearchParams(body).get('_altcha');

    it('is solved by a script with integrity, once for each submission', async () => {
      await open();
      await page.goto(site.url);
      await send('one');
      await hearOutcomes(page, 1);
      await send('two');
      const told = await hearOutcomes(page, 2);
      expect(told.map(({ type }) => type)).toEqual(['form:accepted', 'form:accepted']);
      expect(await storedIn(app.api, form)).toHaveLength(2);
      expect(new Set(proxy.posts.map(({ body }) => answerIn(body))).size).toBe(2);
      expect(await page.locator('script[integrity]').count()).toBe(2);
    });

    it('is neither loaded nor solved for a form that asks for none', async () => {
      await open({});
      await page.goto(site.url);
      await send('one');
      await hearOutcomes(page, 1);
      expect(answerIn(proxy.posts[0]!.body)).toBeNull();
      expect(await page.locator('script').count()).toBe(1);
    });

    it('is solved anew when a submission that waited is sent', async () => {
      await open();
      proxy.fate = () => 'lose request';
      await page.goto(site.url);
      await send('waits');
      await hearOutcomes(page, 1);
      expect(await waitingTexts(page)).toEqual(['waits']);
      proxy.fate = () => 'pass';
      await page.reload();
      const [told] = await hearOutcomes(page, 1);
      expect(told!.type).toBe('form:accepted');
      expect(await storedIn(app.api, form)).toHaveLength(1);
      const answers = proxy.posts.map(({ body }) => answerIn(body));
      expect(answers).not.toContain(null);
      expect(answers.slice(0, -1)).not.toContain(answers.at(-1)); // a browser may repeat a lost request by itself
    });

    it('is solved once more when the service asks for it, as after an edit of the form', async () => {
      await open({});
      await page.goto(site.url);
      await page.getByLabel('Text').focus();
      await waitUntil(() =>
        page.evaluate<boolean>(`performance.getEntriesByName('${proxy.url}/api/v1/forms/${form.id}/schema').length > 0`),
      );
      await setSettings(app.api, form, { spam: { proof_of_work: 'require' } });
      await send('one');
      expect((await hearOutcomes(page, 1))[0]!.type).toBe('form:accepted');
      expect(proxy.posts.map(({ body }) => answerIn(body) !== null)).toEqual([false, true]);
    });

    it('is not solved outside of a secure context, where the text says what to do', async () => {
      await open();
      await page.goto(site.insecureUrl);
      await send('one');
      expect((await hearOutcomes(page, 1))[0]!.type).toBe('form:refused');
      expect(await page.getByRole('status').textContent()).toContain('Please open this page with https://');
    });

    it('tells the time since the page was opened, also where nothing is to be solved', async () => {
      await open({ too_fast: 'quarantine', min_seconds: 60 });
      await page.goto(site.url);
      await page.getByLabel('Text').focus();
      await waitUntil(() =>
        page.evaluate<boolean>(`performance.getEntriesByName('${proxy.url}/api/v1/forms/${form.id}/challenge').length > 0`),
      );
      await send('fast');
      await hearOutcomes(page, 1);
      app.clock.forward({ minutes: 2 });
      await send('later');
      await hearOutcomes(page, 2);
      expect((await toldOf(page)).map(({ type }) => type)).toEqual(['form:accepted', 'form:accepted']);
      expect((await heldIn(form)).length).toBe(1);
      expect((await storedIn(app.api, form)).map(({ fields }) => fields)).toEqual([{ text: 'later' }]);
      expect(await page.locator('script').count()).toBe(1);
    });
  });
});
