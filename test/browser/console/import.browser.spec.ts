import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { shareApp } from '../../support/app';
import { aField, aForm, type CreatedForm, setSettings } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { accessibilityFaults, faultsAt, type Look, overflowOf } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

const FILE = [
  'Submitted at,E-mail,Your name,Score',
  '11/20/2026 9:05 PM,ada@example.com,Ada,5',
  '2/1/2026,grace@example.com,Grace,',
  '2/1/2026,nobody,Nobody,1',
].join('\r\n');

describeInBrowser('an import in the console', () => {
  const session = consoleSession(shareApp);
  let form: CreatedForm;
  beforeEach(async () => {
    form = await aForm(session.app.api, { name: 'Contact desk' });
    await aField(session.app.api, form, { name: 'email', label: 'E-mail', required: true, validation: 'email' });
    await aField(session.app.api, form, { name: 'name', label: 'Full name' });
  });

  async function open(options = {}): Promise<{ page: Page; dialog: Locator }> {
    const page = await session.open(`/forms/${form.id}`, { timezoneId: 'Europe/Berlin', ...options });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    return { page, dialog: page.getByRole('dialog', { name: 'Import' }) };
  }
  const choose = (dialog: Locator, content: string | Buffer, name = 'answers.csv') =>
    dialog.getByLabel('File').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });
  const start = (dialog: Locator) => dialog.getByRole('button', { name: 'Import', exact: true }).click();
  const stored = async () => (await storedIn(session.app.api, form)).map(({ fields, received_at }) => ({ ...fields, at: received_at }));

  it('shows the columns beside the fields, asks what it cannot know, stores, and lists what was refused', async () => {
    const { page, dialog } = await open();
    await choose(dialog, FILE);
    await dialog.getByLabel('Submitted at').selectOption({ label: 'Time of arrival' });
    await dialog.getByText('Dates of this file can be read in two ways.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
    await dialog.getByLabel('Dates such as 3/4/2026 are').selectOption({ label: 'March 4' });
    await dialog.getByText('2 submissions will be imported. 1 row will be left out.').waitFor();
    expect(await dialog.getByLabel('E-mail', { exact: true }).inputValue()).toBe('email');
    expect(await dialog.getByLabel('Times without a zone are of').inputValue()).toBe('Europe/Berlin');
    await dialog.getByText('No column for Full name.').waitFor();
    await dialog.getByLabel('Your name').selectOption({ label: 'Full name' });
    await dialog.getByText('Line 4:').waitFor();
    expect(await storedIn(session.app.api, form)).toEqual([]);
    expect([await overflowOf(page), await accessibilityFaults(page)]).toEqual([0, []]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download refused rows' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('refused.csv');
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^\ufeff"line","field","reason"\r\n"4","email","[^"]+"\r\n$/);
    await page.route(/import\?(?!.*dry_run)/, async (route) => {
      await dialog.getByRole('progressbar', { name: 'Imported' }).waitFor();
      await page.keyboard.press('Escape'); // which closes nothing while it runs
      await route.continue();
    });
    await start(dialog);
    await dialog.getByText('2 submissions were imported. 1 row was left out.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: '2 submissions' }).waitFor();
    expect(await stored()).toEqual(
      expect.arrayContaining([
        { email: 'ada@example.com', name: 'Ada', at: '2026-11-20T20:05:00.000Z' },
        { email: 'grace@example.com', name: 'Grace', at: '2026-01-31T23:00:00.000Z' },
      ]),
    );
    expect(session.complaints.filter((text) => !text.includes('422'))).toEqual([]);
  });

  it('shows the columns of a file of which none is a field, and keeps what is no field', async () => {
    const { dialog } = await open();
    await choose(dialog, 'Address,Shoe size\nada@example.com,38\n');
    await dialog.getByLabel('Address').selectOption({ label: 'E-mail' });
    expect(await dialog.getByLabel('Keep the columns that are no field').isChecked()).toBe(true);
    await dialog.getByText('1 submission will be imported.').waitFor();
    await start(dialog);
    await dialog.getByText('1 submission was imported.').waitFor();
    expect(await storedIn(session.app.api, form)).toMatchObject([
      { fields: { email: 'ada@example.com' }, other_values: { 'Shoe size': '38' } },
    ]);
  });

  it('asks for the encoding of a file that is not Unicode', async () => {
    const { dialog } = await open();
    await choose(dialog, Buffer.from('email,name\nzoe@example.com,Zo\xeb \x80\n', 'latin1'));
    await dialog.getByLabel('Encoding').selectOption('windows-1252');
    await start(dialog);
    await dialog.getByText('1 submission was imported.').waitFor();
    expect(await stored()).toMatchObject([{ name: 'Zoë €' }]);
  });

  it('takes the lines of an export for programs', async () => {
    const { dialog } = await open();
    await choose(dialog, '{"fields":{"email":"ada@example.com"},"received_at":"2026-01-02T03:04:05.000Z"}\n', 'export.ndjson');
    await start(dialog);
    await dialog.getByText('1 submission was imported.').waitFor();
    expect(await stored()).toEqual([{ email: 'ada@example.com', at: '2026-01-02T03:04:05.000Z' }]);
  });

  it('tells which rows the retention would delete, asks before it stores them, and undoes an import', async () => {
    await setSettings(session.app.api, form, { retention: { days: 30 } });
    const { page, dialog } = await open();
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await choose(dialog, `email,received_at\nada@example.com,${at(1)}\nold@example.com,${at(60)}\nolder@example.com,${at(61)}\n`);
    await dialog.getByText('The form keeps submissions for 30 days. 2 rows are older and would be deleted within the hour').waitFor();
    await dialog.getByText('1 submission will be imported. 2 rows will be left out.').waitFor();
    await dialog.getByText('Lines 3, 4:').waitFor();
    await dialog.getByLabel('Store rows that are older than the form keeps them, too').check();
    await dialog.getByText('2 of these 3 are older and will be deleted within the hour.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await start(dialog);
    const question = page.getByRole('dialog', { name: 'Import what will be deleted?' });
    await question.getByText('2 of these 3 are older').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await storedIn(session.app.api, form)).toEqual([]);
    await start(dialog);
    await question.getByRole('button', { name: 'Import it' }).click();
    await dialog.getByText('3 submissions were imported.').waitFor();
    await dialog.getByRole('button', { name: /^Undo the import of 3 submissions/ }).click();
    await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo it' }).click();
    await dialog.getByText('3 submissions were deleted.').waitFor();
    expect(await storedIn(session.app.api, form)).toEqual([]);
    expect([await overflowOf(page), await accessibilityFaults(page)]).toEqual([0, []]);
  });

  it('fits a phone, in the dark', async () => {
    const { page, dialog } = await open();
    await choose(dialog, FILE);
    await dialog.getByLabel('Your name').waitFor();
    await dialog.getByRole('button', { name: 'Download refused rows' }).waitFor();
    const looks: Look[] = [
      [320, 'dark'],
      [390, 'dark'],
    ];
    expect(await faultsAt(page, looks)).toEqual([]);
  });
});
