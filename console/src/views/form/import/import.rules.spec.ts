import type { ImportReport } from 'form-collection-client';
import {
  deletionInWords,
  demandedBy,
  demandedByRefusal,
  formInTheWay,
  headersOf,
  importQuery,
  importTypeOf,
  inWords,
  linesOf,
  reasonsOfRefusal,
  refusedTable,
  withColumn,
} from './import.rules';

const aView = (members: Partial<ImportReport> = {}): ImportReport => ({
  ...{
    imported: 1,
    already_there: 0,
    refused: [],
    refused_count: 0,
    refused_groups: [],
    not_validated: 0,
    will_be_deleted: 0,
    deleted_from: null,
    import_id: null,
  },
  ...{ columns: {}, unknown_columns: [], warnings: [] },
  ...members,
});

type Group = ImportReport['refused_groups'][number];
const aGroup = (members: Partial<Group> = {}): Group => ({
  ...{ code: 'invalid' as const, field: 'email', message: 'This field is required.', count: 1, lines: [7] },
  ...members,
});

it('tells before anything is stored what the retention would delete', () => {
  const old = aView({ refused_groups: [aGroup({ code: 'older_than_retention', count: 1_200 })] });
  expect(deletionInWords(aView(), '30 days')).toBeNull();
  expect(deletionInWords(old, '30 days')).toBe(
    'The form keeps submissions for 30 days. 1,200 rows are older and would be deleted within the hour, so they are left out.',
  );
  expect(deletionInWords(aView({ imported: 17, will_be_deleted: 12 }), '1 day')).toBe(
    'The form keeps submissions for 1 day. 12 of these 17 are older and will be deleted within the hour.',
  );
  const begins = aView({ imported: 17, will_be_deleted: 12, deleted_from: '2031-05-20T12:00:00.000Z' });
  expect(deletionInWords(begins, '1 day')).toMatch(/older and will be deleted from 20 May 2031, \d\d:00 on\.$/);
});

it('tells the lines of equal refusals', () => {
  expect(linesOf(aGroup())).toBe('Line 7');
  expect(linesOf(aGroup({ count: 217, lines: [7, 9] }))).toBe('Lines 7, 9 and 215 more');
});

it('asks with what was chosen, and leaves the rest to the service', () => {
  const choices = { columns: { email: 'E-mail & more' }, options: { time_zone: 'UTC', charset: '', read: 'true' } };
  expect(String(importQuery(choices, true))).toBe('column.email=E-mail+%26+more&time_zone=UTC&read=true&dry_run=true');
  expect(importQuery(choices, false).has('dry_run')).toBe(false);
});

it('gives a column to one field, and a field to one column', () => {
  const options = {};
  const first = withColumn({ columns: {}, options }, 'A', 'email');
  expect(first.columns).toEqual({ email: 'A' });
  expect(withColumn(first, 'A', 'name').columns).toEqual({ name: 'A' });
  expect(withColumn(first, 'B', 'email').columns).toEqual({ email: 'B' });
  expect(withColumn(first, 'A', '').columns).toEqual({});
});

it('keeps the order of the columns when one of them becomes a field', () => {
  const before = headersOf(aView({ columns: { A: 'a' }, unknown_columns: ['B', 'C'] }), []);
  expect(before).toEqual(['A', 'B', 'C']);
  expect(headersOf(aView({ columns: { C: 'c', A: 'a' }, unknown_columns: ['B'] }), before)).toEqual(before);
});

it.each([
  ['export.csv', 'text/csv'],
  ['table.TXT', 'text/csv'],
  ['lines.NDJSON', 'application/x-ndjson'],
  ['lines.jsonl', 'application/x-ndjson'],
])('takes %s for %s', (name, type) => expect(importTypeOf(name)).toBe(type));

it('shows the options that what was found needs', () => {
  expect(demandedBy(aView())).toEqual([]);
  const groups = [aGroup(), aGroup({ code: 'older_than_retention' })];
  const found = { columns: { T: 'received_at' }, unknown_columns: ['X'], refused_groups: groups, warnings: ['Use escape=spreadsheet.'] };
  expect(demandedBy(aView(found))).toEqual(['escape', 'time_zone', 'unknown', 'validate', 'keep_old']);
});

it('shows the options that a refusal names', () => {
  expect(demandedByRefusal({ message: 'Invalid.', details: { day_first: ['must be true or false'] } })).toEqual(['day_first']);
  expect(demandedByRefusal({ message: 'Add charset=windows-1252.', details: {} })).toEqual(['charset']);
  expect(demandedByRefusal({ message: 'Too large.', details: {} })).toEqual([]);
});

it('tells why a file was refused', () => {
  const reasons = (details: object, message = 'The request has invalid values.') => reasonsOfRefusal({ message, details } as never);
  expect(reasons({ day_first: ['must be true or false'] })).toEqual(['Dates of this file can be read in two ways. Choose one.']);
  expect(reasons({}, 'Add charset=windows-1252.')).toEqual(['This file is not in Unicode. Choose its encoding.']);
  expect(reasons({ body: ['It has the column "a" twice.'] })).toEqual(['It has the column "a" twice.']);
  expect(reasons({ 'column.a': ['must be of a field'] })).toEqual(['column.a must be of a field.']);
  expect(reasons({}, 'Too large.')).toEqual([]);
  expect(reasons({ form_id: 'x', retry_after: 2 }, 'Another one is running.')).toEqual([]);
});

it('tells the other form into which an import runs', () => {
  const refused = { code: 'import_running', details: { form_id: 'a' } } as never;
  expect([formInTheWay(refused, 'b'), formInTheWay(refused, 'a')]).toEqual(['a', null]);
  expect(formInTheWay({ code: 'import_running', details: {} } as never, 'a')).toBeNull();
});

it('tells in words what happens and what has happened', () => {
  const counts = { imported: 1200, already_there: 1, refused_count: 2, not_validated: 3 };
  expect(inWords(aView(counts), false)).toBe(
    '1,200 submissions will be imported. 3 of them break rules of the fields. 1 row was imported before. 2 rows will be left out.',
  );
  expect(inWords(aView({ imported: 1, refused_count: 1 }), true)).toBe('1 submission was imported. 1 row was left out.');
});

it('lists what was refused as a table', () => {
  const refused = [{ line: 7, code: 'invalid' as const, errors: { email: ['No "address", this.'], body: ['Too long.'] } }];
  expect(refusedTable(refused)).toBe('"line","field","reason"\r\n"7","email","No ""address"", this."\r\n"7","","Too long."\r\n');
});
