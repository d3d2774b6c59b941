import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm, anEnabledForm, aSubmission } from '../../support/forms';
import { FIELDS, importsOf, ndjson, TYPES } from './import.fixture';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const { send, imported, listed, fieldsIn, exported } = importsOf(() => app);

describe('the encoding of a file', () => {
  const file = 'email,age\nZoë@example.com,1\n';

  it.each([
    ['UTF-16 with a mark', Buffer.from(`\ufeff${file}`, 'utf16le'), ''],
    ['UTF-16 in the other order', Buffer.from(`\ufeff${file}`, 'utf16le').swap16(), ''],
    ['windows-1252', Buffer.from(file, 'latin1'), 'charset=windows-1252'],
  ])('may be %s', async (_, bytes, query) => {
    const form = await aForm(app.api, { fields: FIELDS });
    expect(await imported(form, bytes, { query })).toMatchObject({ imported: 1 });
    expect(await fieldsIn(form)).toEqual([{ email: 'Zoë@example.com', age: 1 }]);
  });

  it('is found to be wrong before anything is stored, with the way out', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const rows = 'a@example.com,1\n'.repeat(5_000);
    const answer = await send(form, Buffer.concat([Buffer.from(`email,age\n${rows}`), Buffer.from('j\xf6rg@example.com,1\n', 'latin1')]));
    expectError(answer, 'malformed_request');
    expect(JSON.stringify(answer.body)).toContain('charset=windows-1252');
    expect(await listed(form)).toEqual([]);
    expectFieldErrors(await send(form, file, { query: 'charset=latin9' }), 'charset');
  });

  it('of ndjson is the same', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const bytes = Buffer.from(`\ufeff${ndjson({ fields: { email: 'Zoë@example.com' } })}`, 'utf16le');
    expect(await imported(form, bytes, { type: TYPES.ndjson })).toMatchObject({ imported: 1 });
  });
});

describe('the times of a file', () => {
  const timesOf = async (form: { id: string }) => (await listed(form)).map(({ received_at: at }) => at).sort();

  it('are read as forms and spreadsheets write them', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const times = ['2026-01-02 03:04:05', '2026/01/03 9:26:00 PM GMT+1', '1/30/2026 9:26 PM', '2026-01-04'];
    const rows = times.map((time, n) => `${n}@example.com,${time}\n`);
    expect(await imported(form, `email,Timestamp\n${rows.join('')}`, { query: 'column.received_at=Timestamp' })).toMatchObject({
      imported: 4,
    });
    expect(await timesOf(form)).toEqual([
      ...['2026-01-02T03:04:05.000Z', '2026-01-03T20:26:00.000Z', '2026-01-04T00:00:00.000Z', '2026-01-30T21:26:00.000Z'],
    ]);
  });

  it.each(['', 'dry_run=true'])('need to be told whether the day comes first, once and before a row is stored: %s', async (query) => {
    const form = await aForm(app.api, { fields: FIELDS });
    const rows = Array.from({ length: 500 }, (_, n) => `${n}@example.com,2026-01-01\n`);
    const file = `email,received_at\n${rows.join('')}a@example.com,1/2/2026\nb@example.com,2/1/2026\n`;
    const answer = await send(form, file, { query });
    expectFieldErrors(answer, 'day_first');
    expect((answer.body as any).error.details.day_first).toHaveLength(1);
    expect(await listed(form)).toEqual([]);
    expect(await imported(form, file, { query: `${query}&day_first=true` })).toMatchObject({ imported: 502 });
  });

  it('without an offset are those of the time zone', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const file = 'email,received_at\na@example.com,2026-01-02 12:00\nb@example.com,2026/01/03 9:00:00 AM AST\n';
    expect(await imported(form, file, { query: 'dry_run=true' })).toMatchObject({ imported: 1, refused: [{ line: 3 }] });
    expect(await imported(form, file, { query: 'time_zone=America/Halifax' })).toMatchObject({ imported: 2 });
    expect(await timesOf(form)).toEqual(['2026-01-02T16:00:00.000Z', '2026-01-03T13:00:00.000Z']);
    for (const zone of ['Mars', '+01:00', ''])
      expectFieldErrors(await send(form, file, { query: `time_zone=${encodeURIComponent(zone)}` }), 'time_zone');
  });

  it('of ndjson are read in the same way, where they are clear', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const row = (at: string) => ({ fields: { email: 'a@example.com' }, received_at: at });
    const file = ndjson(row('2026-01-02 12:00'), row('1/2/2026'));
    expect(await imported(form, file, { type: TYPES.ndjson, query: 'time_zone=Europe/Berlin' })).toMatchObject({
      imported: 1,
      refused: [{ line: 2 }],
    });
    expect(await timesOf(form)).toEqual(['2026-01-02T11:00:00.000Z']);
  });
});

describe('validate=false', () => {
  it('stores what the rules of today refuse, as long as it has the type of its field', async () => {
    const form = await aForm(app.api, {
      fields: [
        { name: 'email', type: 'string', required: true, validation: 'email' },
        { name: 'size', type: 'string', options: ['S', 'M'] },
        { name: 'age', type: 'number' },
        { name: 'born', type: 'date' },
      ],
    });
    const file = 'email,size,age,born\na@example.com,S,1,\nnone,XL,2,2001-02-03\n,M,3,\nb@example.com,M,many,\nc@example.com,M,4,soon\n';
    expect(await imported(form, file, { query: 'dry_run=true' })).toMatchObject({ imported: 1, refused_count: 4, not_validated: 0 });
    const { imported: count, not_validated: notValidated, refused } = await imported(form, file, { query: 'validate=false' });
    expect([count, notValidated, refused.map(({ line }: { line: number }) => line)]).toEqual([3, 2, [5, 6]]);
    expect((await fieldsIn(form)).map(({ size }) => size).sort()).toEqual(['M', 'S', 'XL']);
  });
});

describe('an export that is imported again with the same escape', () => {
  const VALUES = ['+49 30 1', '=1+1', "'=1", "''+", '-5', '@x', '\tx', '\rx', '＝1', "it's", 'plain', "'quoted'", '"', 'a,b;c\td', ' =1 '];

  it.each(['none', 'spreadsheet'])('has the same values: %s', async (escape) => {
    const form = await anEnabledForm(app.api, {
      fields: [
        { name: 'text', type: 'string' },
        { name: 'number', type: 'number' },
      ],
    });
    for (const [n, text] of VALUES.entries()) await aSubmission(app.api, form, { text, number: -n });
    const copy = await aForm(app.api, {
      fields: [
        { name: 'text', type: 'string' },
        { name: 'number', type: 'number' },
      ],
    });
    const file = await exported(form, `csv&escape=${escape}`);
    expect(await imported(copy, file, { query: `escape=${escape}` })).toMatchObject({ imported: VALUES.length, refused: [] });
    expect(await fieldsIn(copy)).toEqual(await fieldsIn(form));
  });

  it('is warned of where it seems to be imported with another one', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'text', type: 'string' }] });
    await aSubmission(app.api, form, { text: '+49 30 1' });
    const copy = await aForm(app.api, { fields: [{ name: 'text', type: 'string' }] });
    const file = await exported(form, 'csv&escape=spreadsheet');
    expect((await imported(copy, file, { query: 'dry_run=true' })).warnings).toEqual([expect.stringContaining('escape=spreadsheet')]);
    expect((await imported(copy, file, { query: 'dry_run=true&escape=spreadsheet' })).warnings).toEqual([]);
    expect((await imported(copy, await exported(form, 'csv'), { query: 'dry_run=true' })).warnings).toEqual([]);
    expect((await imported(copy, "text\n'+1\n", { query: 'dry_run=true' })).warnings).toEqual([]);
  });
});
