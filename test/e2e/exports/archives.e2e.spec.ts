import { text } from 'node:stream/consumers';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { ObjectStore } from '../../../src/platform/storage/object-store';
import { expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm, anEnabledForm, aSubmission } from '../../support/forms';
import { aStoredFile } from '../../support/stored-files';
import { SubmissionReader } from '../../../src/submissions/submission-reader';
import { exportPath, leases, seedMany } from './export.fixture';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const download = async (form: { id: string }, query: string): Promise<Response> =>
  fetch(app.api.baseUrl + exportPath(form, query), { headers: { authorization: `Bearer ${await app.key()}` } });

/** The files of an archive by their names, read with another library than the one that writes it. */
async function unzipped(archive: Buffer): Promise<Record<string, string>> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(archive, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  const files: Record<string, string> = {};
  return new Promise((resolve, reject) => {
    zip.on('error', reject).on('end', () => resolve(files));
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, content) => {
        if (error) return reject(error);
        text(content).then((read) => {
          files[entry.fileName] = read;
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
}

const archiveOf = async (form: { id: string }, query: string) => {
  const answer = await download(form, query);
  expect(answer.status).toBe(200);
  return unzipped(Buffer.from(await answer.arrayBuffer()));
};

describe('xlsx', () => {
  it('is a workbook with a frozen header and a row of typed cells for each submission', async () => {
    const fields = [
      { name: 'name', type: 'string' },
      { name: 'amount', type: 'number' },
      { name: 'day', type: 'date' },
      { name: 'cv', type: 'file' },
    ];
    const form = await anEnabledForm(app.api, { fields });
    const id = await aSubmission(app.api, form, { name: '=1+1', amount: 2.5, day: '2026-11-20' });
    await aStoredFile(app, form.id, id, { field: 'cv', filename: 'a "b".pdf' });
    const parts = await archiveOf(form, 'format=xlsx');
    expect(Object.keys(parts).sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const sheet = parts['xl/worksheets/sheet1.xml']!;
    expect([...sheet.matchAll(/<col min="\d+" max="\d+" width="(\d+)" customWidth="1"\/>/g)].map(([, width]) => width)).toEqual([
      ...['38', '21', '13', '21', '13', '10', '10', '21', '14', '16'],
    ]);
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    const [header, row, ...more] = [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/g)].map(([, cells]) => cells!);
    expect(more).toEqual([]);
    expect([...header!.matchAll(/<t [^>]*>(.*?)<\/t>/g)].map(([, name]) => name)).toEqual([
      ...['id', 'received_at', 'source', 'read_at', 'file_count'],
      ...['name', 'amount', 'day', 'cv', 'other_fields'],
    ]);
    expect(header!.match(/ s="3"/g)).toHaveLength(10);
    expect(row).toContain(`<c r="A2" t="inlineStr"><is><t xml:space="preserve">${id}</t></is></c>`);
    expect(row).toMatch(/<c r="B2" s="2"><v>\d{5}\.\d+<\/v><\/c>/);
    expect(row).toContain('<c r="F2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
    expect(row).toContain('<c r="G2"><v>2.5</v></c><c r="H2" s="1"><v>46346</v></c>');
    expect(row).toMatch(/<c r="I2" s="4" t="str"><f>HYPERLINK\("http:[^"]+\/files\/[\w-]+","a ""b"".pdf"\)<\/f><v>a "b".pdf<\/v><\/c>/);
  });

  it('has all rows of a form with many pages', async () => {
    const form = await aForm(app.api);
    const ids = await seedMany(app, form, 1_100);
    const sheet = (await archiveOf(form, 'format=xlsx'))['xl/worksheets/sheet1.xml']!;
    const found = [...sheet.matchAll(/<c r="A\d+" t="inlineStr"><is><t [^>]*>(.*?)<\/t>/g)].map(([, value]) => value);
    expect(found).toEqual(ids.reverse());
  });

  it('is refused before its first byte for more rows than a sheet has', async () => {
    const form = await aForm(app.api);
    const reader = app.app.get(SubmissionReader);
    await seedMany(app, form, 3);
    expect(await Promise.all([2, 3].map((most) => reader.areMoreThan(form.id, { state: 'accepted' }, most)))).toEqual([true, false]);
    jest.spyOn(reader, 'areMoreThan').mockResolvedValue(true);
    expectFieldErrors(await app.api.get(exportPath(form, 'format=xlsx')), 'format');
    expect(await leases(app)).toBe(0);
  });
});

describe('zip', () => {
  it('has the submissions, and beside them their files', async () => {
    const form = await anEnabledForm(app.api);
    const submission = await aSubmission(app.api, form);
    const files = [
      await aStoredFile(app, form.id, submission, { filename: 'Größe.pdf' }),
      await aStoredFile(app, form.id, submission, { filename: 'b.pdf' }),
    ];
    const entries = await archiveOf(form, 'format=zip');
    const names = files.map(({ id }, index) => `files/${submission}/${id}-${['Größe.pdf', 'b.pdf'][index]}`);
    expect(Object.keys(entries)).toEqual(['submissions.ndjson', ...names]);
    expect(entries['submissions.ndjson']).toBe((await app.api.get(exportPath(form, 'format=ndjson'))).body);
    expect(entries[names[0]!]).toBe(files[0]!.content.toString());
  });

  it('leaves out a file that is deleted meanwhile', async () => {
    const form = await anEnabledForm(app.api);
    const submission = await aSubmission(app.api, form);
    const file = await aStoredFile(app, form.id, submission);
    jest.spyOn(app.app.get(ObjectStore), 'get').mockImplementation(async () => {
      await app.database.query('delete from submission_files where id = $1', [file.id]);
      return null;
    });
    expect(Object.keys(await archiveOf(form, 'format=zip'))).toEqual(['submissions.ndjson']);
  });

  it('breaks off when the bytes of a file are gone', async () => {
    const form = await anEnabledForm(app.api);
    await aStoredFile(app, form.id, await aSubmission(app.api, form));
    jest.spyOn(app.app.get(ObjectStore), 'get').mockResolvedValue(null);
    await expect((await download(form, 'format=zip')).arrayBuffer()).rejects.toThrow();
    expect(await leases(app)).toBe(0);
  });
});
