import type { Locator, Page } from 'playwright-core';
import { startApp } from '../../support/app';
import { anEnabledForm, aSubmission, type CreatedForm, reload, setSettings, submit } from '../../support/forms';
import { waitUntil } from '../../support/wait-until';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession, openSections } from './console-page';

const [SHOP, BLOG, NEW] = ['https://shop.example', 'https://blog.example', 'https://new.example'];

describeInBrowser('what a form refuses, in the console', () => {
  const session = consoleSession(startApp);
  let form: CreatedForm;
  const make = async (members: object = {}) => {
    const fields = [{ name: 'question', label: 'Question', type: 'string', required: false }];
    form = await anEnabledForm(session.app.api, { name: 'Contact desk', fields, ...members });
  };

  async function open(): Promise<Page> {
    const page = await session.open(`/forms/${form.id}`);
    await page.getByRole('heading', { name: 'Retention' }).waitFor();
    await openSections(page);
    return page;
  }
  const part = (page: Page, title: string): Locator =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
  const from = (origin: string) => submit(session.app.api, form, { question: 'Why?' }, { origin });
  const originsOf = async () => (await reload(session.app.api, form)).allowed_origins;
  const first = (page: Page) => page.locator('.trouble');

  it.each([
    ['Full', { max_submissions: 1 }, 'it has 1 submission, and takes 1 at most'],
    ['Closed', { closes_at: '2020-01-01T00:00:00Z' }, 'it has taken nothing since'],
    ['Opens on 1 Jan 2099', { opens_at: '2099-01-01T00:00:00Z' }, 'it takes nothing before'],
  ])('is told as %s in the list, at the switch and on the first line', async (word, intake, reason) => {
    await make();
    await aSubmission(session.app.api, form, { question: 'Why?' });
    await setSettings(session.app.api, form, { intake });
    const page = await open();
    await first(page).getByText(reason).waitFor();
    await first(page).getByRole('link', { name: 'Places and hours' }).waitFor();
    await page.locator('.head').getByText(word, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to Forms' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Contact desk' }).getByText(word, { exact: true }).first().waitFor();
  });

  it('is said before a limit is saved that closes the form', async () => {
    await make();
    await aSubmission(session.app.api, form, { question: 'Why?' });
    const page = await open();
    const places = part(page, 'Places and hours');
    await places.getByLabel('Submissions at most').fill('1');
    await button(places, 'Save').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The form has 1 submission already and would take 1 at most').waitFor();
    await button(dialog, 'Cancel').click();
    await dialog.waitFor({ state: 'detached' });
    expect((await reload(session.app.api, form)).availability.state).toBe('open');
    await button(places, 'Save').click();
    await button(dialog, 'Save').click();
    await first(page).getByText('Full', { exact: true }).waitFor();
  });

  it('names the websites that a first origin would shut out, and adds them', async () => {
    await make();
    for (const origin of [SHOP, SHOP, BLOG]) await from(origin);
    await aSubmission(session.app.api, form, { question: 'Why?' });
    const page = await open();
    const origins = part(page, 'Origins');
    await origins.getByLabel('Origins').fill(NEW);
    await button(origins, 'Save').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('These 2 sent 3 submissions in the last 30 days').waitFor();
    await dialog.getByText('1 submission came without an origin').waitFor();
    expect(await faultsAt(page, [[390, 'dark'] satisfies Look])).toEqual([]);
    await dialog.getByLabel(`Add ${BLOG}, 1 submission`).uncheck();
    await button(dialog, 'Add 1 and save').click();
    await origins.getByText('Saved.').waitFor();
    expect(await originsOf()).toEqual([NEW, SHOP]);
  });

  it('leaves the origins as they are when the question is cancelled', async () => {
    await make();
    await from(SHOP);
    const page = await open();
    const place = part(page, 'Page');
    await place.getByLabel('After sending').fill(`${NEW}/thanks`);
    await button(place, 'Save').click();
    await button(place, `Add ${NEW} to the origins`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Until now all websites may send').waitFor();
    await button(dialog, 'Cancel').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await originsOf()).toEqual([]);
    await button(place, `Add ${NEW} to the origins`).click();
    await button(dialog, 'Add 1 and save').click();
    await waitUntil(async () => (await originsOf()).length > 0);
    expect(await originsOf()).toEqual([NEW, SHOP]);
  });

  it('says on the first line which origins were refused, and adds one after a question', async () => {
    await make({ allowed_origins: [SHOP] });
    await from(NEW);
    await from('null');
    const page = await open();
    await first(page).getByText('Refused 2 times').waitFor();
    await first(page).getByText(`${NEW} and pages that hide their origin`).waitFor();
    expect(await first(page).getByRole('link').allInnerTexts()).toEqual(['Origins']);
    await part(page, 'Origins').getByText('Referrer-Policy').waitFor();
    await button(page, `Add ${NEW} to the origins`).click();
    await button(page.getByRole('dialog'), 'Add').click();
    await button(page, `Add ${NEW} to the origins`).waitFor({ state: 'detached' });
    expect(await originsOf()).toEqual([SHOP, NEW]);
  });

  it('is a third color of the days, and a list by field and reason', async () => {
    const fields = [{ name: 'question', label: 'Question', type: 'string', required: true }];
    await make({ fields });
    await submit(session.app.api, form, { phone: '1' });
    await aSubmission(session.app.api, form, { question: 'Why?' });
    await session.app.api.get(`/v1/forms/${form.id}/refusals`); // writes what was counted
    const page = await open();
    await page.getByRole('img', { name: '1 accepted, 0 held, 1 refused' }).waitFor();
    expect(await page.locator('.chart rect.refused').last().getAttribute('height')).not.toBe('0');
    const refused = page.getByRole('table', { name: 'Refused', exact: true });
    expect(await refused.getByRole('row').last().innerText()).toMatch(/Question\s+not filled in, or not sent by the page\s+1/);
    expect(await faultsAt(page, [[1280, 'light'] satisfies Look, [390, 'dark'] satisfies Look])).toEqual([]);
    expect(session.complaints).toEqual([]);
  });

  it('is asked before a field becomes required that not all have sent', async () => {
    await make();
    await aSubmission(session.app.api, form, { question: 'Why?' });
    await aSubmission(session.app.api, form, { phone: '1' });
    const page = await open();
    await button(page, 'Edit Question').click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByLabel('Required').check();
    await button(dialog, 'Save').click();
    const question = page.getByRole('dialog').filter({ hasText: 'Refuse such submissions?' });
    await question.getByText('1 of 2 submissions in the last 30 days sent Question: the other 1 would have been refused.').waitFor();
    await button(question, 'Cancel').click();
    await question.waitFor({ state: 'detached' });
    expect((await reload(session.app.api, form)).fields[0]!.required).toBe(false);
    await button(dialog, 'Save').click();
    await button(question, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    expect((await reload(session.app.api, form)).fields[0]!.required).toBe(true);
  });
});
