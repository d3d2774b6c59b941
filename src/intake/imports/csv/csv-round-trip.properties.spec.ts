import fc from 'fast-check';
import { csvOf } from '../../../exports/csv-ndjson.rules';
import { CSV_ESCAPES, HEADERS } from '../../../exports/export.types';
import { columnsNamed, exportColumns, labelled } from '../../../exports/export-columns.rules';
import { localTime } from '../../../exports/local-time.rules';
import type { FieldEntity } from '../../../forms/definition/field.entity';
import { settingsOf } from '../../../forms/settings/form-settings.rules';
import type { SubmissionEntity } from '../../../submissions/submission.entity';
import type { CompiledForm } from '../../compiled-form';
import { textOf } from '../file-text';
import type { ImportOptions, SentRow } from '../import.types';
import { csvRows, inspectCsv } from './csv-rows';

const TYPES = {
  text: 'string',
  number: 'number',
  flag: 'boolean',
  list: 'array',
  day: 'date',
  ...({ state: 'string', other_fields: 'string', source: 'string', received_at: 'string', id: 'string' } as const),
} as const;
/** Two labels are equal apart from case and spaces, some equal labels of own columns, and one looks like a formula. */
const LABELS: Record<string, string> = { text: 'Your text', number: 'your  TEXT', flag: 'State', list: 'Files', day: '=Day' };
const FIELDS = Object.entries(TYPES).map(
  ([name, type]) =>
    ({ name, type, label: LABELS[name] ?? null, required: false, options: null, validation: null }) as unknown as FieldEntity,
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
    ...{ state: texts, other_fields: texts, source: texts, received_at: texts, id: texts },
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

/** Names of columns to export: some fields, and own columns, most of which share their name with a field. */
const NAMES = ['id', 'source', 'received_at', 'state', 'other_fields', 'read_at', 'text', 'flag', 'list', 'day'];

/** A whole export, or one with chosen columns: `received_at`, some other own columns, and some fields. */
const layouts = fc.record({
  escape: fc.constantFrom(...CSV_ESCAPES),
  bom: fc.boolean(),
  withState: fc.boolean(),
  header: fc.constantFrom(...HEADERS),
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns'),
  names: fc.option(fc.shuffledSubarray(NAMES, { minLength: 5 })),
});
type Layout = typeof layouts extends fc.Arbitrary<infer Value> ? Value : never;

it('an export that is imported with the same escape has the same values and times, whatever its columns and headers are', async () => {
  await fc.assert(
    fc.asyncProperty(rows, layouts, async (sent, layout) => {
      const { names } = layout;
      const isThere = (name: string): boolean => names?.includes(name) ?? true;
      const hasOthers = layout.header === 'name' && isThere('other_fields'); // stands beside the field of this name
      const expected = sent.map(({ fields, others }) => ({
        fields: Object.fromEntries(Object.entries(fields).filter(([name]) => isThere(name))),
        others: names && !hasOthers ? {} : (JSON.parse(JSON.stringify(others)) as object),
        receivedAt: isThere('received_at') ? RECEIVED_AT.getTime() : NaN,
      }));
      expect(await imported(await exported(sent, layout), layout)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

const RECEIVED_AT = new Date('2026-10-25T00:30:00.123Z');

async function exported(
  sent: { fields: object; others: object }[],
  { escape, bom, withState, header, zone, names }: Layout,
): Promise<Buffer> {
  const submissions = sent.map(({ fields, others }) => ({
    ...{ id: 'id', receivedAt: RECEIVED_AT, source: 'api', readAt: null, fileCount: 0, state: 'accepted' },
    ...{ fields: { ...fields, ...others }, otherValues: null }, // as a form without validation stores them
  })) as unknown as SubmissionEntity[];
  const all = exportColumns(FIELDS, { withState: withState || names !== null, withFiles: false });
  const headed = header === 'label' ? labelled(all) : all;
  const columns = names ? columnsNamed(headed, names) : headed;
  async function* pages() {
    yield await Promise.resolve(submissions.map((submission) => columns.map(({ valueOf }) => valueOf(submission, []))));
  }
  const texts = columns.map((column) => column.header);
  const chunks: string[] = [];
  for await (const chunk of csvOf(pages(), texts, { escape, bom, time: localTime(zone) })) chunks.push(String(chunk));
  return Buffer.from(chunks.join(''));
}

async function imported(file: Buffer, { escape, names }: Layout) {
  const options = { columns: new Map(), unknown: 'name', escape, times: {} } as unknown as ImportOptions;
  async function* parts() {
    for (let at = 0; at < file.length; at += 50) yield await Promise.resolve(file.subarray(at, at + 50));
  }
  const text = () => textOf(parts(), 'utf-8');
  const { unknownColumns, style } = await inspectCsv(text(), options, FORM);
  if (names === null) expect(unknownColumns).toEqual([]);
  const found = [];
  for await (const { read } of csvRows(text(), options, style)) {
    const row = read(FORM) as SentRow;
    found.push({ fields: { ...row.values }, others: { ...row.otherValues }, receivedAt: Date.parse(String(row.receivedAt)) });
  }
  return found;
}
