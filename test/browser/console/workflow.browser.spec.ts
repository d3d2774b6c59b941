import type { Page } from 'playwright-core';
import { AccountsService } from '../../../src/accounts/accounts.service';
import { aField, anEnabledForm, aSubmission, type CreatedForm } from '../../support/forms';
import { aRun, startRunningApp } from '../../support/runs';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { waitUntil } from '../../support/wait-until';
import { aDefinition, aDraft, aNode, aVersion, aWebhook, readWorkflow, START, STORE } from '../../support/workflows';
import { accessibilityFaults, faultsAt, type Look, overflowOf } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

const BIG = aNode('big', 'condition', { where: { field: 'budget', op: 'gt', value: 10000 } }, { name: 'Budget over 10k?' });
const CRM = aWebhook('crm', {}, { name: 'CRM' });
const MAIL = aNode('mail', 'email', { to: ['sales@example.com'], subject: 'Lead' }, { name: 'Mail to sales' });
const LEADS = aDefinition([START, BIG, CRM, MAIL, STORE], ...['start>big', 'big:true>crm', 'big:false>mail', 'start>store']);

const REPLIES = {
  Deutsch: 'Ihre Nachricht ist angekommen',
  Français: 'Nous avons bien reçu votre message',
  Español: 'Hemos recibido su mensaje',
  English: 'We have got your message',
};

describeInBrowser('the workflow in the console', () => {
  let smtp: SmtpReceiver;
  const session = consoleSession(async () => {
    smtp = await SmtpReceiver.start();
    return startRunningApp({ smtpUrl: smtp.url, mailFrom: 'forms@example.org' });
  });
  let form: CreatedForm;
  beforeEach(async () => {
    smtp.mails.length = 0;
    smtp.refuses = () => null;
    form = await anEnabledForm(session.app.api, { name: 'Contact desk' });
    await aField(session.app.api, form, { name: 'name', type: 'string', label: 'Full name' });
    await aField(session.app.api, form, { name: 'budget', type: 'number' });
  });
  afterAll(async () => {
    await smtp?.close();
  });

  async function open(options = {}, view = `/forms/${form.id}/workflow`): Promise<Page> {
    const page = await session.open(view, options);
    await page.getByRole('list', { name: 'Steps' }).or(page.locator('.thread')).first().waitFor();
    return page;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const steps = (page: Page) =>
    page.locator('[data-step]').evaluateAll((rows: any[]) => rows.map((row) => row.dataset.step)) as Promise<string[]>;
  const edges = async () =>
    (await readWorkflow(session.app.api, form)).draft.definition.edges.map(
      ({ source, source_port: port, target }) => `${source}${port ? `:${port}` : ''}>${target}`,
    );
  const picture = (name: string, page: Page) =>
    process.env.PICTURES && page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });

  it('shows the graph as a picture with the ids of nodes and edges, and as steps in order', async () => {
    await aDraft(session.app.api, form, LEADS);
    const page = await open();
    expect(await steps(page)).toEqual(['start', 'big', 'crm', 'mail', 'store']);
    for (const { id } of LEADS.nodes) expect(await page.locator(`svg [data-node="${id}"]`).count()).toBe(1);
    for (const { id } of LEADS.edges) expect(await page.locator(`svg [data-edge="${id}"] path`).count()).toBe(1);
    expect(await page.locator('[data-step=crm]').innerText()).toContain('when yes');
    expect(await page.title()).toBe('Workflow · Contact desk');
    expect(session.complaints).toEqual([]);
  });

  it('turns the picture where it is narrow, and cuts it nowhere, with letters that can be read', async () => {
    const nodes = Array.from({ length: 11 }, (_, at) =>
      aNode(`n${at}`, 'condition', { where: { field: 'budget', op: 'gt', value: at } }, { name: 'Over budget?' }),
    );
    const edges = nodes.map(({ id }, at) => (at === 0 ? `start>${id}` : `n${at - 1}:true>${id}`));
    await aDraft(session.app.api, form, aDefinition([START, ...nodes], ...edges));
    const page = await open({ viewport: { width: 1280, height: 800 } });
    for (const width of [1280, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const graph = page.locator('.graph');
      const scale = await graph
        .locator('svg')
        .evaluate<number, any>((svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width);
      expect(12 * scale).toBeGreaterThanOrEqual(9.6);
      expect(await graph.evaluate((region: any) => region.scrollWidth > region.clientWidth)).toBe(false);
      expect(await overflowOf(page)).toBe(0);
    }
    expect(session.complaints).toEqual([]);
  });

  it('fits every width, with nothing that axe finds, also while a step is edited', async () => {
    await aVersion(session.app.api, form, LEADS);
    await aSubmission(session.app.api, form, { name: 'Ada Lindqvist', budget: 20000 });
    const looks: Look[] = [
      [1280, 'light'],
      [390, 'dark'],
      [320, 'light'],
      [1600, 'dark'],
    ];
    const page = await open();
    await button(page, 'Test').click();
    await page.getByText('would POST').waitFor();
    expect(await faultsAt(page, looks, (width) => picture(`workflow-${width}`, page))).toEqual([]);
    await button(page, 'Edit Budget over 10k?').click();
    await button(page, 'Add comparison').click();
    expect(await faultsAt(page, looks, (width) => picture(`edit-${width}`, page))).toEqual([]);
  });

  it('adds a step, edits it by the form of its type, and says what is missing before it can be published', async () => {
    await aDraft(session.app.api, form, aDefinition([START, STORE], 'start>store'));
    const page = await open();
    await button(page, 'Add after Submission').click();
    await page.getByLabel('Step', { exact: true }).selectOption('Send to a program');
    await button(page, 'Add').click();
    await page.getByLabel('Address').waitFor();
    await button(page, 'Cancel').click();
    await button(page, 'Publish').click();
    await page.locator('[data-step=webhook]').getByText('“Address” is required.').first().waitFor();
    await button(page, 'JSON').click();
    await button(page, 'Line 17').click();
    await picture('json', page);
    await button(page, 'JSON').click();
    await button(page, 'Edit Program').click();
    await page.getByLabel('Address').fill('https://crm.example.com/hook');
    await page.getByLabel('Headers, name 1').fill('X-Source');
    await page.getByLabel('Headers, value 1').fill('forms');
    await button(page, 'Add to Headers').click();
    await page.getByLabel('Headers, name 2').fill('X-Number');
    await page.getByLabel('Headers, value 2').fill('12');
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Waits for an answer').fill('soon');
    await page.getByText('Not a time').waitFor();
    await page.getByLabel('Waits for an answer').fill('5 s');
    await page.getByLabel('Without an answer').selectOption('it is left until you decide');
    await button(page, 'Save').click();
    await page.getByText('POST crm.example.com/hook').waitFor();
    const { draft } = await readWorkflow(session.app.api, form);
    expect(draft.definition.nodes.find(({ id }) => id === 'webhook')!.config).toEqual({
      ...{ url: 'https://crm.example.com/hook', headers: { 'X-Source': 'forms', 'X-Number': '12' } },
      ...{ retry_uncertain: false, timeout_ms: 5000 },
    });
  });

  it('moves and removes steps by keyboard, and keeps the focus on the step', async () => {
    await aDraft(session.app.api, form, LEADS);
    const page = await open();
    await button(page, 'Move up Mail to sales').press('Enter');
    await waitUntil(async () => (await steps(page)).indexOf('mail') === 2);
    expect(await edges()).toEqual(['start>big', 'big:false>mail', 'big:true>crm', 'start>store']);
    await waitUntil(async () => page.evaluate<boolean>('Boolean(document.activeElement.closest("[data-step=mail]"))'));
    await button(page, 'Add after Mail to sales').press('Enter');
    await page.getByLabel('Step', { exact: true }).waitFor();
    await button(page, 'Cancel').press('Enter');
    await waitUntil(async () => page.evaluate<boolean>('Boolean(document.activeElement.closest("[data-step=mail]"))'));
    const place = (await steps(page)).indexOf('big');
    await button(page, 'Remove Budget over 10k?').press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await waitUntil(async () => !(await steps(page)).includes('big'));
    const next = (await steps(page))[place];
    await waitUntil(async () => (await page.evaluate('document.activeElement.closest("[data-step]")?.dataset.step')) === next);
    expect((await edges()).sort()).toEqual(['start>crm', 'start>mail', 'start>store']);
  });

  it('keeps both versions when somebody else has changed the draft meanwhile', async () => {
    await aDraft(session.app.api, form, aDefinition([START, STORE], 'start>store'));
    const page = await open();
    await button(page, 'Edit Storage').click();
    await page.getByLabel('Name').fill('Archive');
    const theirs = aDefinition([START, STORE, CRM], 'start>store', 'start>crm');
    await aDraft(session.app.api, form, theirs);
    await button(page, 'Save').click();
    const conflict = page.getByRole('alert');
    await conflict.getByText('Archive').first().waitFor();
    await conflict.getByText('CRM').first().waitFor();
    await picture('conflict', page);
    expect((await readWorkflow(session.app.api, form)).draft.definition).toEqual(theirs);
    await button(page, 'Keep yours').click();
    await conflict.waitFor({ state: 'detached' });
    const { draft } = await readWorkflow(session.app.api, form);
    expect(draft.definition.nodes.map(({ name }) => name)).toEqual([undefined, 'Archive']);
  });

  it('loses no line that is typed and no click on Save, and publishes what is typed', async () => {
    await aDraft(session.app.api, form, LEADS);
    const page = await open();
    const mailOf = (definition: { nodes: { id: string; config: object }[] }) => definition.nodes.find(({ id }) => id === 'mail')!.config;
    await button(page, 'Edit Mail to sales').click();
    await page.getByLabel('Text', { exact: true }).pressSequentially('Hello\nA lead\nhas come ');
    await page.getByLabel('Insert into Text').selectOption('Full name');
    await button(page, 'Save').scrollIntoViewIfNeeded();
    const place = (await button(page, 'Save').boundingBox())!;
    await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
    await waitUntil(async () => 'body_text' in mailOf((await readWorkflow(session.app.api, form)).draft.definition));
    await button(page, 'Edit Mail to sales').click();
    await page.getByLabel('Subject', { exact: true }).fill('A new lead');
    await button(page, 'Publish').click();
    await page.getByText('Version 1 is live.').waitFor();
    const { draft } = await readWorkflow(session.app.api, form);
    expect([draft.is_dirty, mailOf(draft.definition)]).toEqual([
      false,
      { to: ['sales@example.com'], subject: 'A new lead', body_text: 'Hello\nA lead\nhas come {{ fields.name }}' },
    ]);
  });

  it('closes what is edited at Escape, and asks before what was typed goes', async () => {
    await aDraft(session.app.api, form, LEADS);
    const page = await open();
    await button(page, 'Add after CRM').click();
    await page.getByLabel('Step', { exact: true }).press('Escape');
    await button(page, 'Edit CRM').click();
    await page.getByLabel('Address').press('Escape');
    await page.getByLabel('Address').waitFor({ state: 'detached' });
    await button(page, 'Edit CRM').click();
    await page.getByLabel('Address').fill('https://other.example.com');
    await page.getByLabel('Address').press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Address').inputValue()).toBe('https://other.example.com');
    await button(page, 'Edit Budget over 10k?').click(); // which saves the one before
    await page.getByLabel('Field').waitFor();
    const { draft } = await readWorkflow(session.app.api, form);
    expect(draft.definition.nodes.find(({ id }) => id === 'crm')!.config).toMatchObject({ url: 'https://other.example.com' });
    await button(page, 'JSON').click();
    await page.getByLabel('JSON').fill('{}');
    await button(page, 'Cancel').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('JSON').inputValue()).toBe('{}');
  });

  it('compares with values of the type of the field', async () => {
    await aField(session.app.api, form, { name: 'topic', type: 'string', label: 'Topic', options: ['1', '2'] });
    await aDraft(session.app.api, form, LEADS);
    const page = await open();
    await button(page, 'Edit Budget over 10k?').click();
    expect(await page.getByLabel('Comparison').locator('option').allInnerTexts()).toContain('is greater than');
    await page.getByLabel('Value').fill('12,5');
    await page.getByRole('alert').getByText('Not a number').waitFor();
    expect(await page.getByLabel('Value').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Value').fill('12.5');
    await page.getByText('Not a number').waitFor({ state: 'detached' });
    await button(page, 'Add comparison').click();
    await page.getByLabel('Field').last().selectOption('Topic');
    await page.getByLabel('Value').last().selectOption('2');
    await button(page, 'Add comparison').click();
    await page.getByLabel('Field').last().selectOption('Full name');
    await page.getByRole('combobox', { name: 'Comparison' }).last().selectOption('is one of');
    await page.getByLabel('Values, one a line').fill('10\nAda');
    await button(page, 'Save').click();
    await page.getByText('Not saved yet.').waitFor({ state: 'detached' });
    await page.getByText('budget is greater than 12.5 and Topic is "2" and Full name is one of').waitFor();
    const { draft } = await readWorkflow(session.app.api, form);
    expect(draft.definition.nodes.find(({ id }) => id === 'big')!.config).toEqual({
      where: {
        all: [
          { field: 'budget', op: 'gt', value: 12.5 },
          { field: 'topic', op: 'eq', value: '2' },
          { field: 'name', op: 'in', value: ['10', 'Ada'] },
        ],
      },
    });
  });

  it('puts a destination beside another one, unless it needs its result', async () => {
    await aDraft(session.app.api, form, aDefinition([START, CRM], 'start>crm'));
    const page = await open();
    await button(page, 'Add after CRM').click();
    await page.getByLabel('Step', { exact: true }).selectOption('Mail');
    await button(page, 'Add').click();
    await waitUntil(async () => (await steps(page)).includes('email'));
    expect(await edges()).toEqual(['start>crm', 'start>email']);
    await button(page, 'Add after CRM').click();
    await page.getByLabel('Step', { exact: true }).selectOption('Mail');
    await page.getByLabel('Where').selectOption('after it, since it needs its result');
    await button(page, 'Add').click();
    await waitUntil(async () => (await steps(page)).includes('email-2'));
    expect(await edges()).toEqual(['start>crm', 'start>email', 'crm>email-2']);
  });

  it('skips a destination that fails, and goes on to what stands behind it', async () => {
    smtp.refuses = (address) => (address === 'gone@example.com' ? 550 : null);
    const refused = aNode('crm', 'email', { to: ['gone@example.com'], subject: 'Lead' }, { name: 'CRM' });
    const run = await aRun(session.app, aDefinition([START, refused, MAIL], 'start>crm', 'crm>mail'));
    await run.reach('failed');
    const page = await open({}, `/forms/${run.form.id}/runs/${run.id}`);
    await button(page, 'Skip CRM and go on').click();
    await page.locator('.thread').getByText('left out').waitFor();
    await page.getByText('Every step succeeded or was not needed.').waitFor();
    expect(smtp.mails.map(({ to }) => to)).toContainEqual(['sales@example.com']);
    expect(session.complaints).toEqual([]);
  });

  it('adds a ready answer to the visitor, and shows the mail with the newest submission, and sends it to the owner', async () => {
    await aField(session.app.api, form, { name: 'email', type: 'string', validation: 'email' });
    await aDraft(session.app.api, form, aDefinition([START, STORE], 'start>store'));
    await aSubmission(session.app.api, form, { name: 'Ada Lindqvist', email: 'ada@example.com' });
    const page = await open();
    await button(page, 'Add after Submission').click();
    await page.getByLabel('Step', { exact: true }).selectOption('Auto-reply to the visitor');
    const shown = page.getByRole('region', { name: 'The mail' });
    for (const [language, subject] of Object.entries(REPLIES)) {
      await page.getByLabel('Language').selectOption(language);
      await shown.getByText(subject).waitFor();
    }
    await page.getByLabel('Language').selectOption('English');
    await button(page, 'Add').click();
    await page.getByLabel('Insert into Subject').selectOption('Full name');
    await button(page, 'Preview').click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('ada@example.com').waitFor();
    await preview.getByText('We have got your messageAda Lindqvist').waitFor();
    await picture('preview', page);
    await button(page, 'Send me a test').click();
    await preview.getByText('Not sent: the account has no address.').waitFor();
    await session.app.app.get(AccountsService).setNotifyEmail(session.app.accountId, 'owner@example.org');
    await button(page, 'Send me a test').click();
    await preview.getByText('Sent to owner@example.org').waitFor();
    expect(smtp.mails.map(({ to }) => to)).toEqual([['owner@example.org']]);
    await page.getByText('Nothing but your test mail was sent.').waitFor();
    smtp.refuses = () => 550;
    await button(page, 'Send me a test').click();
    await preview.getByText('Not sent: The mail server does not take').waitFor();
    expect([await overflowOf(page), await accessibilityFaults(page)]).toEqual([0, []]);
  });

  it('publishes the draft, lists its versions and restores one', async () => {
    await aVersion(session.app.api, form, aDefinition([START, STORE], 'start>store'));
    await aDraft(session.app.api, form, LEADS);
    const page = await open();
    await button(page, 'Publish').click();
    await page.getByText('Version 2 is live.').waitFor();
    await button(page, 'Versions').click();
    await button(page, 'Restore version 1').click();
    await waitUntil(async () => (await steps(page)).join() === 'start,store');
    expect(await edges()).toEqual(['start>store']);
    await waitUntil(async () => page.evaluate<boolean>('document.activeElement.textContent === "Versions"'));
  });

  it('paints a run on the graph that it carried out, and tells what each step did', async () => {
    const blocked = aWebhook('crm', { url: 'http://127.0.0.1:1/', retry_uncertain: false }, { name: 'CRM' });
    const definition = aDefinition([START, blocked, STORE, MAIL], 'start>crm', 'crm>mail', 'start>store');
    const run = await aRun(session.app, definition, { name: '' });
    await waitUntil(async () => (await run.step('crm')).attempt_count > 0);
    const page = await open({}, `/forms/${run.form.id}/runs/${run.id}`);
    await page.locator('svg [data-node=store].succeeded').waitFor();
    await picture('run', page);
    expect(await page.locator('h1').innerText()).toMatch(/^Run\s+Version 1$/);
    expect(await page.locator('.thread > li').count()).toBe(4);
    expect(await page.locator('.thread > .succeeded').count()).toBe(2);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
