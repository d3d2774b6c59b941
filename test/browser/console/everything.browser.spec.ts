import type { Page } from 'playwright-core';
import { SubmissionJobRunner } from '../../../src/submissions/jobs/submission-job-runner';
import { type TestApp, withAnotherAccount } from '../../support/app';
import { anEnabledForm, aSubmission, type CreatedForm, reload, setSettings } from '../../support/forms';
import { startRunningApp } from '../../support/runs';
import { waitUntil } from '../../support/wait-until';
import { faultsAt } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

describeInBrowser('all that fits the filters, in the console', () => {
  const session = consoleSession(startRunningApp);
  let app: TestApp; // with an account of the test
  let form: CreatedForm;
  beforeEach(async () => {
    app = await withAnotherAccount(session.app);
    form = await anEnabledForm(app.api, { name: 'Contact desk', fields: [{ name: 'email', type: 'string' }] });
  });

  async function received(count: number, values: object = {}): Promise<void> {
    const first = await aSubmission(app.api, form, { email: 'ada@example.com', ...values });
    await app.database.query(
      `insert into submissions (id, form_id, source, fields, file_count, received_at, state, held_at, spam_reasons, inserted_number, change_number, changed_at)
       select gen_random_uuid(), form_id, source, fields, 0, received_at - n * interval '1 second', state, held_at, spam_reasons, inserted_number, change_number, changed_at
       from submissions, generate_series(1, $2) n where id = $1`,
      [first, count - 1],
    );
    const counted = `update form_stats set submissions_count = submissions_count + $2, unread_count = unread_count + $2 where form_id = $1`;
    if (!('_gotcha' in values)) await app.database.query(counted, [form.id, count - 1]);
  }

  async function select(view: string, number: string): Promise<Page> {
    const page = await session.open(view, {}, app);
    await page.locator('.row').first().getByRole('checkbox').check();
    await button(page, 'Select all').click();
    await button(page, `Select all ${number}`).click();
    await page.getByText(`All ${number} are selected.`).waitFor();
    return page;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const bulk = (page: Page, name: string) => page.locator('.bulk').getByRole('button', { name, exact: true });
  const confirmed = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  async function finish(): Promise<void> {
    const runner = app.app.get(SubmissionJobRunner);
    await waitUntil(async () => !(await runner.runBatch()));
  }

  it('is selected by a second click, and marked in the background', async () => {
    await received(130);
    const page = await session.open('/inbox', {}, app);
    await page.locator('.row').first().getByRole('checkbox').check();
    await button(page, 'Select all').click();
    await page.getByText('All 50 here are selected.').waitFor();
    expect(
      await faultsAt(page, [
        [1280, 'light'],
        [390, 'dark'],
      ]),
    ).toEqual([]);
    await button(page, 'Select all 130').click();
    await page.getByText('All 130 are selected.').waitFor();
    await bulk(page, 'Mark as read').click();
    await page.getByRole('heading', { name: 'Mark as read: 130 submissions?' }).waitFor();
    await confirmed(page, 'Mark as read');
    await page.getByRole('group', { name: 'Action on many submissions' }).waitFor();
    await finish();
    await page.getByText('Mark as read: done. 130 changed.').waitFor();
    expect(await reload(app.api, form)).toMatchObject({ unread_count: 0 });
    await button(page, 'Close').click();
    await page.getByText('Mark as read: done').waitFor({ state: 'detached' });
    expect(session.complaints).toEqual([]);
  });

  it('is what the filters leave, and can be deleted only after a question with the number', async () => {
    await received(60);
    await aSubmission(app.api, form, { email: 'bea@example.com' });
    const page = await select('/inbox?search=ada', '60');
    await bulk(page, 'Delete').click();
    await page.getByRole('heading', { name: 'Delete 60 submissions?' }).waitFor();
    await confirmed(page, 'Cancel');
    await bulk(page, 'Delete').click();
    await confirmed(page, 'Delete');
    await page.getByRole('group', { name: 'Action on many submissions' }).waitFor();
    await finish();
    await page.getByText('Delete: done. 60 changed.').waitFor();
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 1 });
  });

  it('is deleted from the quarantine, too, and the action is cancelled on the way', async () => {
    await received(120, { _gotcha: 'x' });
    const page = await select('/quarantine', '120');
    await bulk(page, 'Delete').click();
    await confirmed(page, 'Delete');
    const progress = page.getByRole('group', { name: 'Action on many submissions' });
    await progress.waitFor();
    await button(page, 'Cancel').click();
    await page.getByText(/Delete: (cancelled|done)/).waitFor();
  });

  it('is only the rows again once one is unticked', async () => {
    await received(60);
    const page = await select('/inbox', '60');
    await page.locator('.row').first().getByRole('checkbox').uncheck();
    await page.getByText('49 selected').waitFor();
  });

  describe('a shorter retention', () => {
    const makeOld = (days: number) =>
      app.database.query('update submissions set received_at = received_at - make_interval(days => $2) where form_id = $1', [
        form.id,
        days,
      ]);
    const daysOf = async () =>
      (await app.api.get<{ retention: { days: number | null } }>(`/v1/forms/${form.id}/settings`)).body.data.retention.days;

    it('asks with the number that it deletes, says when it begins, and is taken back by a button', async () => {
      await received(3);
      await makeOld(2);
      const page = await session.open(`/forms/${form.id}?section=retention`, {}, app);
      await page.getByLabel('Days', { exact: true }).fill('1');
      const save = page
        .locator('section')
        .filter({ has: page.getByLabel('Days', { exact: true }) })
        .getByRole('button', { name: 'Save' });
      await save.click();
      await page.getByRole('heading', { name: 'Delete 3 submissions older than 1 day?' }).waitFor();
      await confirmed(page, 'Cancel');
      expect(await daysOf()).toBeNull();
      await save.click();
      await confirmed(page, 'Save');
      await page.getByText('“Days” deletes 3 submissions that are older').waitFor();
      expect(await daysOf()).toBe(1);
      await button(page, 'Take it back: keep for ever').click();
      await page.getByText('“Days” deletes').waitFor({ state: 'detached' });
      expect(await daysOf()).toBeNull();
      expect(session.complaints).toEqual([]);
    });

    it('that deletes nothing is stored without a question', async () => {
      await received(3);
      await setSettings(app.api, form, { retention: { days: 400 } });
      const page = await session.open(`/forms/${form.id}?section=retention`, {}, app);
      await page.getByLabel('Days', { exact: true }).fill('300');
      await page
        .locator('section')
        .filter({ has: page.getByLabel('Days', { exact: true }) })
        .getByRole('button', { name: 'Save' })
        .click();
      await page.getByText('Saved.').waitFor();
      expect(await daysOf()).toBe(300);
    });
  });
});
