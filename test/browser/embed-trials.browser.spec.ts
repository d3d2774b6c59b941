import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app';
import { waitUntil } from '../support/wait-until';
import { anEnabledForm, type CreatedForm } from '../support/forms';
import { describeInBrowser, startBrowser } from './support/browser';
import { RECORD_EVENTS, toldOf, waitingTexts } from './support/embed-page';
import { type EmbedSite, startEmbedSite } from './support/embed-site';
import { type Fate, type LossyProxy, startLossyProxy } from './support/lossy-proxy';

const TRIALS = 200;
const SEED = Number(process.env.TRIAL_SEED ?? 20_260_131);
const FATES: Fate[] = ['pass', 'lose request', 'lose answer', 'late answer', 'busy'];
const AFTERMATHS = ['stay', 'stay', 'close', 'reload', 'second tab', 'offline', 'offline and close'] as const;

describeInBrowser('the embedded script on a network that loses', () => {
  let app: TestApp;
  let browser: Browser;
  let context: BrowserContext;
  let proxy: LossyProxy;
  let site: EmbedSite;
  let form: CreatedForm;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), startBrowser()]);
    form = await anEnabledForm(app.api, { fields: [{ name: 'text', type: 'string', required: true }] });
    proxy = await startLossyProxy(app.api.baseUrl);
    site = await startEmbedSite(app.api.baseUrl, `${proxy.url}/api/v1/forms/${form.id}/submit`);
    context = await browser.newContext();
    await context.addInitScript(RECORD_EVENTS);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await proxy.close();
    await app.close();
  });

  async function open(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(site.url);
    return page;
  }

  /** Until the browser has stored it, or has already had the answer, a closed tab may take it along. */
  const isTaken = async (page: Page, text: string): Promise<boolean> =>
    (await waitingTexts(page)).includes(text) ||
    (await toldOf(page)).some(({ detail }) => detail.fields.some(([, value]) => value === text));

  async function submit(page: Page, text: string): Promise<void> {
    await page.getByLabel('Text').fill(text);
    await page.getByRole('button').click();
    await waitUntil(() => isTaken(page, text));
  }

  it(`stores each of ${TRIALS} submissions exactly once, whatever is lost and whenever tabs close (seed ${SEED})`, async () => {
    const random = seeded(SEED);
    const oneOf = <Choice>(choices: readonly Choice[]): Choice => choices[Math.floor(random() * choices.length)]!;
    const fates = new Map<string, Fate[]>();
    proxy.fate = ({ key }) => {
      const left = fates.get(key) ?? Array.from({ length: Math.floor(random() * 4) }, () => oneOf(FATES));
      fates.set(key, left);
      return left.shift() ?? 'pass';
    };
    const ended: Record<string, number> = {};
    let page = await open();

    for (let trial = 0; trial < TRIALS; trial++) {
      const aftermath = oneOf(AFTERMATHS);
      ended[aftermath] = (ended[aftermath] ?? 0) + 1;
      if (aftermath.startsWith('offline')) await context.setOffline(true);
      await submit(page, `trial ${trial}`);
      if (aftermath === 'second tab') await (await open()).close({ runBeforeUnload: false });
      if (aftermath === 'reload') await page.reload();
      if (aftermath.endsWith('close')) await page.close();
      await context.setOffline(false);
      if (aftermath.endsWith('close')) page = await open();
      await waitUntil(async () => (await page.locator('form').getAttribute('aria-busy')) !== 'true');
    }

    await waitUntil(async () => {
      await page.evaluate(`dispatchEvent(new Event('online'))`);
      return (await waitingTexts(page)).length === 0;
    }, 60);
    const rows = await app.database.query<{ text: string; count: number }>(
      `select fields->>'text' as text, count(*)::int as count from submissions where form_id = $1 group by 1`,
      [form.id],
    );
    const stored = new Map(rows.map(({ text, count }) => [text, count]));
    const expected = Array.from({ length: TRIALS }, (_, trial): [string, number] => [`trial ${trial}`, 1]);
    expect(stored).toEqual(new Map(expected));
    expect(Object.keys(ended).sort()).toEqual([...new Set(AFTERMATHS)].sort());
    expect(proxy.posts.length).toBeGreaterThan(1.5 * TRIALS); // so it has been hard
  }, 600_000);
});

/** A generator of numbers from 0 to 1 that a seed repeats (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
