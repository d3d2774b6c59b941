import type { Browser, BrowserContext, Page } from 'playwright-core';
import { shareApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm } from '../../support/forms';
import { describeInBrowser, openContext, startBrowser } from '../support/browser';
import { RECORD_EVENTS, WAITING } from '../support/embed-page';
import { type EmbedSite, startEmbedSite } from '../support/embed-site';
import { type Fate, type LossyProxy, startLossyProxy } from '../support/lossy-proxy';

const TRIALS = 200;
/** Visitors at the same time, each with a browser profile of their own. */
const VISITORS = 8;
const SEED = Number(process.env.TRIAL_SEED ?? 20_260_131);
const FATES: Fate[] = ['pass', 'lose request', 'lose answer', 'late answer', 'busy'];
const AFTERMATHS = ['stay', 'stay', 'close', 'reload', 'second tab', 'offline', 'offline and close'] as const;
type Aftermath = (typeof AFTERMATHS)[number];

describeInBrowser('the embedded script on a network that loses', () => {
  let app: TestApp;
  let browser: Browser;
  let proxy: LossyProxy;
  let site: EmbedSite;
  let form: CreatedForm;

  beforeAll(async () => {
    [app, browser] = await Promise.all([shareApp(), startBrowser()]);
    form = await anEnabledForm(app.api, { fields: [{ name: 'text', type: 'string', required: true }] });
    proxy = await startLossyProxy(app.api.baseUrl);
    site = await startEmbedSite(app.api.baseUrl, `${proxy.url}/api/v1/forms/${form.id}/submit`);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await proxy.close();
    await app.close();
  });

  async function open(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(site.url);
    return page;
  }

  /** The aftermaths of the trials that one visitor goes through. */
  async function visit(visitor: number, fates: Map<string, Fate[]>): Promise<Aftermath[]> {
    const random = seeded(SEED + visitor);
    const oneOf = <Choice>(choices: readonly Choice[]): Choice => choices[Math.floor(random() * choices.length)]!;
    const context = await openContext(browser);
    await context.addInitScript(RECORD_EVENTS);
    let page = await open(context);
    const aftermaths: Aftermath[] = [];

    for (let trial = visitor; trial < TRIALS; trial += VISITORS) {
      const text = `trial ${trial}`;
      const aftermath = oneOf(AFTERMATHS);
      aftermaths.push(aftermath);
      fates.set(
        text,
        Array.from({ length: Math.floor(random() * 4) }, () => oneOf(FATES)),
      );
      if (aftermath.startsWith('offline')) await context.setOffline(true);
      await page.evaluate(submitting(text));
      if (aftermath === 'second tab') await (await open(context)).close({ runBeforeUnload: false });
      if (aftermath === 'reload') await page.reload();
      if (aftermath.endsWith('close')) await page.close();
      await context.setOffline(false);
      if (aftermath.endsWith('close')) page = await open(context);
      await page.evaluate(UNTIL_IDLE);
    }
    await page.evaluate(UNTIL_SENT);
    await context.close();
    return aftermaths;
  }

  it(`stores each of ${TRIALS} submissions exactly once, whatever is lost and whenever tabs close (seed ${SEED})`, async () => {
    const fates = new Map<string, Fate[]>();
    proxy.fate = ({ body }) => fates.get(new URLSearchParams(body).get('text')!)!.shift() ?? 'pass';
    const ended = await Promise.all(Array.from({ length: VISITORS }, (_, visitor) => visit(visitor, fates)));
    const rows = await app.database.query<{ text: string; count: number }>(
      `select fields->>'text' as text, count(*)::int as count from submissions where form_id = $1 group by 1`,
      [form.id],
    );
    const stored = new Map(rows.map(({ text, count }) => [text, count]));
    const expected = Array.from({ length: TRIALS }, (_, trial): [string, number] => [`trial ${trial}`, 1]);
    expect(stored).toEqual(new Map(expected));
    expect(new Set(ended.flat())).toEqual(new Set(AFTERMATHS));
    expect(proxy.posts.length).toBeGreaterThan(1.5 * TRIALS); // so it has been hard
  }, 600_000);
});

// The browser itself waits for what these scripts ask, since questions from outside would cost more than the trials.

const until = (condition: string, everyMs: number): string => `new Promise((resolve, reject) => {
  const ask = async () => ((${condition}) ? resolve() : setTimeout(() => ask().catch(reject), ${everyMs}));
  ask().catch(reject);
})`;

/** Until the browser has stored it, or has already had the answer, a closed tab may take it along. */
const submitting = (text: string): string => `{
  document.querySelector('[name=text]').value = '${text}';
  skipTime(1000);
  document.querySelector('button').click();
  ${until(`(await ${WAITING}).includes('${text}') || told.some(({ detail }) => detail.fields.some(([, value]) => value === '${text}'))`, 5)}
}`;

const UNTIL_IDLE = until(`document.querySelector('form').getAttribute('aria-busy') !== 'true'`, 20);

/** Says again and again that the network has returned, so that no backoff has to end. */
const UNTIL_SENT = until(`dispatchEvent(new Event('online')), (await ${WAITING}).length === 0`, 50);

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
