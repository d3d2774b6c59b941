import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../platform/ids.rules';
import { Operator } from '../../test/support/operator';

let operator: Operator;
let form: string;
beforeAll(async () => {
  operator = await Operator.withServices();
});
beforeEach(async () => {
  await operator.deleteRows();
  const { id } = await operator.ask('accounts', 'create', '--name', 'Shop');
  form = await operator.aForm(id, 'email');
});

const pathOf = (name: string): string => join(operator.dataDir, name);
async function aFile(name: string, content: string): Promise<string> {
  await writeFile(pathOf(name), content);
  return pathOf(name);
}
const run = (action: 'import' | 'export', ...words: string[]) => operator.run('submissions', action, '--form', form, ...words);

it('a file is imported once and exported again', async () => {
  const source = await aFile('in.csv', 'Nr,email,When\n1,ada@example.com,2026-01-02T03:04:05Z\n2,=1+1,\n');
  const columns = ['--column-source-id', 'Nr', '--column-received-at', 'When'];
  const rehearsed = await run('import', source, ...columns, '--dry-run');
  expect(rehearsed).toEqual({ code: 0, stdout: 'Imported: 2, already there: 0, refused: 0.\n', stderr: '' });
  expect((await run('import', source, ...columns)).stdout).toBe(rehearsed.stdout);
  expect((await run('import', source, ...columns)).stdout).toBe('Imported: 0, already there: 2, refused: 0.\n');

  expect(await run('export', '--out', pathOf('out.csv'), '--escape', 'spreadsheet')).toMatchObject({
    code: 0,
    stderr: '',
  });
  const lines = (await readFile(pathOf('out.csv'), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain("'=1+1");
  expect(lines[2]).toContain('ada@example.com');
  const layout = ['--columns', 'received_at,email', '--header', 'label', '--time-zone', 'Europe/Berlin', '--order', 'oldest'];
  await run('export', '--out', pathOf('layout.csv'), ...layout);
  expect(await readFile(pathOf('layout.csv'), 'utf8')).toMatch(
    /^Received at,email\r\n2026-01-02T04:04:05\.000\+01:00,ada@example\.com\r\n/,
  );
  expect(await run('export', '--out', pathOf('layout.csv'), '--columns', 'mail')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"mail"'),
  });
  await run('export', '--out', pathOf('old.ndjson'), '--received-before', '2026-01-03T00:00:00Z');
  const [old, ...rest] = (await readFile(pathOf('old.ndjson'), 'utf8')).trim().split('\n');
  expect(JSON.parse(old!)).toMatchObject({ fields: { email: 'ada@example.com' } });
  expect(rest).toEqual([]);
  await run('export', '--out', pathOf('trash.ndjson'), '--trash', 'only');
  expect(await readFile(pathOf('trash.ndjson'), 'utf8')).toBe('');
});

it('the options of an import are those of the API', async () => {
  const source = await aFile('table.csv', 'E-Mail;When;Nr;City\nada@example.com;1/2/2026 10:00;;Berlin\n');
  const options = ['--column', 'email=E-Mail', '--column-received-at', 'When', '--unknown', 'keep', '--time-zone', 'Europe/Berlin'];
  expect((await run('import', source, ...options)).stderr).toMatch(/day_first/);
  const { code, stdout } = await run('import', source, ...options, '--day-first', 'true');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Imported: 1, already there: 0, refused: 0\.\nNo field has: Nr, City\.\n$/)]);
  await run('export', '--out', pathOf('kept.ndjson'));
  expect(JSON.parse(await readFile(pathOf('kept.ndjson'), 'utf8'))).toMatchObject({
    ...{ fields: { email: 'ada@example.com' }, other_values: { City: 'Berlin' }, received_at: '2026-02-01T09:00:00.000Z' },
  });
  expect(await run('import', source, '--column', 'email')).toMatchObject({ code: 2 });
  expect(await run('import', source, '--charset', 'latin9')).toMatchObject({ code: 2, stderr: expect.stringMatching(/^charset /) });
});

it.each(['xlsx', 'zip'])('%s is written as well', async (format) => {
  expect(await run('export', '--out', pathOf(`out.${format}`))).toMatchObject({ code: 0 });
  expect((await readFile(pathOf(`out.${format}`))).subarray(0, 2).toString()).toBe('PK');
});

it('broken lines are told and fail the command, and the others are stored', async () => {
  const source = await aFile('in.ndjson', '{"fields": {}}\n{"fields": {"email": "a@example.com"}}\nx\n');
  const { code, stdout } = await run('import', source);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Imported: 1, already there: 0, refused: 2\.\n\nLINE {2}REASON\n1 +email: .+\n3 +.+\n$/);
  expect(JSON.parse((await run('import', source, '--json')).stdout)).toMatchObject({ refused_count: 2 });
});

it('an export that fails leaves no file, and what is wrong is said', async () => {
  const out = pathOf('none.csv');
  const unknown = await operator.run('submissions', 'export', '--form', newId(), '--out', out);
  expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'There is no form with this id.\n' });
  expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([false, false]);
  expect(await run('export', '--out', pathOf('out.pdf'))).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^format /),
  });
  expect(await run('export', '--out', '/none/out.csv')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The file cannot/),
  });
  expect(await run('import', pathOf('absent.csv'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no such file/),
  });
  expect(await run('import', pathOf('in.txt'))).toMatchObject({ code: 2, stderr: expect.stringMatching(/^The name/) });
});

it('an import is undone by its id, which is told after it and listed for a day', async () => {
  const source = await aFile('undo.csv', 'email\nx@example.com\ny@example.com\n,\n');
  const { stderr, stdout } = await run('import', source);
  expect(stdout).toMatch(/LINE {2}REASON\n4 +email: /);
  const id = /undo-import --form \S+ (\S+)\n$/.exec(stderr)![1]!;
  const undo = (...words: string[]) => operator.run('submissions', 'undo-import', '--form', form, ...words);
  expect((await undo()).stdout).toMatch(new RegExp(`^${id} +2 `, 'm'));
  expect(await undo(id)).toEqual({ code: 0, stdout: 'Deleted: 2.\n', stderr: '' });
  for (const gone of [id, newId(), 'x'])
    expect(await undo(gone)).toMatchObject({ code: 1, stderr: expect.stringContaining('no import with this id') });
});

it('a workbook is told as such', async () => {
  expect(await run('import', await aFile('book.xlsx', 'PK'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Save it as "CSV UTF-8".'),
  });
});
