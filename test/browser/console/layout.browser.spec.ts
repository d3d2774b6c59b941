import type { Locator, Page } from 'playwright-core';
import { type TestApp, withAnotherAccount } from '../../support/app';
import { submitParts } from '../../support/files';
import { aField, anEnabledForm, aSubmission, type CreatedForm } from '../../support/forms';
import { startRunningApp } from '../../support/runs';
import { overflowOf } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { COVERED_TEXTS, CUT_NAMES, pixelsThatDiffer } from '../support/layout';
import { consoleSession } from './console-page';

const WIDTHS = [320, 390, 600, 701, 800, 900, 1280, 1440];
const HEIGHT = 900;

describeInBrowser('the layout of the console', () => {
  const session = consoleSession(startRunningApp);
  let app: TestApp;
  let form: CreatedForm;
  let submission: string;
  beforeAll(async () => {
    app = await withAnotherAccount(session.app);
    form = await anEnabledForm(app.api, { name: 'Branch office Brandenburg, contact' });
    for (const name of ['name', 'message']) await aField(app.api, form, { name, type: 'string' });
    await aField(app.api, form, { name: 'cv', type: 'file' });
    submission = await aSubmission(app.api, form, { name: 'Ada', message: 'Short' });
    await submitParts(app.api, form, [['name', NAME], ['message', 'A long message '.repeat(20)], ...FILES]);
    for (const name of ['Bea', NAME]) await aSubmission(app.api, form, { name, message: 'http://a.example '.repeat(9), _gotcha: 'x' });
  });

  const views: Record<string, () => string> = {
    inbox: () => '/inbox',
    table: () => `/inbox?form=${form.id}&view=table`,
    submission: () => `/forms/${form.id}/submissions/${submission}`,
    attention: () => '/attention',
    forms: () => '/forms',
    form: () => `/forms/${form.id}`,
    workflow: () => `/forms/${form.id}/workflow`,
    quarantine: () => '/quarantine',
    trash: () => '/trash',
    account: () => '/account',
    keys: () => '/account/keys',
  };

  it.each(Object.keys(views))('%s fits eight widths: no name is cut to a few letters, and no text covers another', async (view) => {
    const page = await open(view);
    const faults: string[] = [];
    for (const width of WIDTHS) {
      await resize(page, width);
      const found = await page.evaluate<string[]>(`[...(${CUT_NAMES})(), ...(${COVERED_TEXTS})()]`);
      faults.push(...[`${await overflowOf(page)} pixels do not fit`, ...found].map((fault) => `${width}: ${fault}`));
      await picture(page, `${view}-${width}`);
    }
    expect(faults.filter((fault) => !fault.endsWith(': 0 pixels do not fit'))).toEqual([]);
  });

  it.each(['inbox', 'quarantine', 'forms', 'table'])('the mouse over a row of %s changes nothing around the row', async (view) => {
    const page = await open(view);
    for (const width of [320, 701, 900, 1280, 1440]) {
      await resize(page, width);
      const rows = page.locator('.row, .form-list > li, .table tbody tr');
      const { y, height } = (await rows.first().boundingBox())!;
      const around = () => Promise.all([shot(page, width, 0, Math.floor(y)), shot(page, width, Math.ceil(y + height), HEIGHT)]);
      await page.mouse.move(0, HEIGHT - 1);
      const before = await around();
      await rows.first().hover();
      await picture(page, `${view}-hover-${width}`);
      const after = await around();
      const differing = await Promise.all(before.map((picture, place) => pixelsThatDiffer(page, [picture, after[place]!])));
      expect([width, ...differing]).toEqual([width, 0, 0]);
      expect([width, await actionsBeyond(rows.first())]).toEqual([width, []]);
    }
  });

  async function open(view: string): Promise<Page> {
    const page = await session.open(views[view]!(), { reducedMotion: 'reduce' }, app);
    await page.waitForLoadState('networkidle');
    await page.locator('h1').first().waitFor();
    return page;
  }
  async function resize(page: Page, width: number): Promise<void> {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }
  /** The pixels of the page between two heights. */
  const shot = async (page: Page, width: number, top: number, bottom: number): Promise<string> =>
    (await page.screenshot({ clip: { x: 0, y: top, width, height: bottom - top } })).toString('base64');
  const picture = (page: Page, name: string) => process.env.PICTURES && page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
});

const NAME = 'Bartholomew Featherstonehaugh';
const FILES: [string, string, string][] = [
  ['cv', 'cv.txt', 'text'],
  ['cv', 'letter.txt', 'text'],
];

/** The buttons of a row that reach beyond it or have more than one line. */
async function actionsBeyond(row: Locator): Promise<string[]> {
  const { y, height } = (await row.boundingBox())!;
  const buttons = await row.getByRole('button').all();
  const boxes = await Promise.all(buttons.map(async (button) => ({ name: await button.innerText(), box: (await button.boundingBox())! })));
  return boxes.filter(({ box }) => box.y < y || box.y + box.height > y + height || box.height > 40).map(({ name }) => name);
}
