import fc from 'fast-check';
import { csvOf } from '../../../exports/csv-ndjson.rules';
import { CSV_ESCAPES, type CsvEscape } from '../../../exports/export.types';
import { exportColumns } from '../../../exports/export-columns.rules';
import type { FieldEntity } from '../../../forms/definition/field.entity';
import { settingsOf } from '../../../forms/settings/form-settings.rules';
import type { SubmissionEntity } from '../../../submissions/submission.entity';
import type { CompiledForm } from '../../compiled-form';
import { textOf } from '../file-text';
import type { ImportOptions, SentRow } from '../import.types';
import { lookThrough } from './csv-header';
import { csvRecords } from './csv-records';
import { csvRows } from './csv-rows';

const TYPES = {
  text: 'string',
  number: 'number',
  flag: 'boolean',
  list: 'array',
  day: 'date',
  state: 'string',
  other_fields: 'string',
} as const;
const FIELDS = Object.entries(TYPES).map(
  ([name, type]) => ({ name, type, label: null, required: false, options: null, validation: null }) as unknown as FieldEntity,
);
const FORM = { fields: FIELDS, validateFields: true, settings: settingsOf({}) } as unknown as CompiledForm;

const texts = fc
  .oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.string({ minLength: 1, unit: fc.constantFrom(...`'"=+-@,;\t\r\n＝＋－＠a1 []{}`) }),
  )
  .filter((text) => !text.includes('\0'));
const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
);
const values = fc.record(
  {
    ...{ text: texts, number: numbers, flag: fc.boolean(), list: fc.array(texts), day: fc.constant('2026-11-20') },
    ...{ state: texts, other_fields: texts },
  },
  { requiredKeys: [] },
);
const rows = fc.array(
  fc.record({ fields: values, others: fc.dictionary(fc.constantFrom('company', 'a b', '=x'), fc.jsonValue(), { maxKeys: 2 }) }),
  {
    minLength: 1,
    maxLength: 5,
  },
);

it('an export that is imported with the same escape has the same values', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(...CSV_ESCAPES), fc.boolean(), fc.boolean(), async (sent, escape, bom, withState) => {
      const found = await imported(await exported(sent, escape, bom, withState), escape);
      expect(found).toEqual(sent.map(({ fields, others }) => ({ fields, others: JSON.parse(JSON.stringify(others)) as object })));
    }),
    { numRuns: 300 },
  );
});

async function exported(sent: { fields: object; others: object }[], escape: CsvEscape, bom: boolean, withState: boolean): Promise<Buffer> {
  const submissions = sent.map(({ fields, others }) => ({
    ...{ id: 'id', receivedAt: new Date(0), source: 'api', readAt: null, fileCount: 0, state: 'accepted' },
    ...{ fields: { ...fields, ...others }, otherValues: null }, // as a form stores them that does not validate
  })) as unknown as SubmissionEntity[];
  async function* pages() {
    yield await Promise.resolve({ submissions, histories: new Map() } as never);
  }
  const chunks: string[] = [];
  for await (const chunk of csvOf(pages(), exportColumns(FIELDS, withState), { escape, bom })) chunks.push(String(chunk));
  return Buffer.from(chunks.join(''));
}

async function imported(file: Buffer, escape: CsvEscape) {
  const options = { columns: new Map(), unknown: 'name', escape, times: {} } as unknown as ImportOptions;
  async function* parts() {
    for (let at = 0; at < file.length; at += 50) yield await Promise.resolve(file.subarray(at, at + 50));
  }
  const records = () => csvRecords(textOf(parts(), 'utf-8'));
  expect((await lookThrough(records(), options, FORM)).unknownColumns).toEqual([]);
  const found = [];
  for await (const { read } of csvRows(records(), options)) {
    const row = read(FORM) as SentRow;
    found.push({ fields: { ...row.values }, others: { ...row.otherValues } });
  }
  return found;
}
