import { setImmediate as nextTurn } from 'node:timers/promises';
import { validationFailed } from '../../api/errors/api-error';
import { isJsonObject } from '../../platform/json/json.rules';
import type { CompiledForm } from '../compiled-form';
import { type InspectedCsv, csvRows, inspectCsv } from './csv/csv-rows';
import { isUnclearDay } from './dates/imported-time.rules';
import { textOf } from './file-text';
import { DamagedIds } from './ids/damaged-ids';
import { RepeatedIds } from './ids/repeated-ids';
import { type FileRow, type ImportFile, type ImportOptions, isSourceId, type SentRow } from './import.types';
import { ndjsonRows } from './ndjson-rows';

/** Everything that has to be known of a file before its first row is stored. */
export interface LookedThrough extends Omit<InspectedCsv, 'style'> {
  ids: RepeatedIds;
  rows: () => AsyncIterable<FileRow>;
}

/**
 * Reads the whole file. Throws 400 for undecodable bytes, and 422 for an invalid header or for days and months that could be either.
 * @param newFolder creates a folder for what does not fit into memory
 */
export async function lookThrough(
  file: ImportFile,
  options: ImportOptions,
  form: CompiledForm,
  newFolder: () => Promise<string>,
): Promise<LookedThrough> {
  const text = () => textOf(file.read(), options.charset);
  const isCsv = options.type === 'text/csv';
  const { style, ...inspected } = isCsv ? await inspectCsv(text(), options, form) : NOTHING;
  const rows = (): AsyncIterable<FileRow> => (isCsv ? csvRows(text(), options, style) : ndjsonRows(text()));
  const ids = new RepeatedIds(newFolder);
  const damaged = new DamagedIds();
  let count = 0;
  let isUnclear = false;
  let turnAt = performance.now();
  for await (const { line, read } of rows()) {
    if (performance.now() - turnAt > TURN_MS) {
      await nextTurn();
      turnAt = performance.now();
    }
    count += 1;
    const sent = read(form);
    if (Array.isArray(sent)) continue;
    isUnclear ||= isCsv && hasUnclearDay(sent, form);
    if (!isSourceId(sent.sourceId)) continue;
    damaged.see(sent.sourceId, line);
    await ids.add(line, sent.sourceId, contentOf(sent));
  }
  if (isUnclear && options.times.isDayFirst === undefined) throw validationFailed([{ path: 'day_first', message: UNCLEAR_DAYS }]);
  await ids.compare();
  const warnings = [...inspected.warnings, ...(count === 0 ? [NO_ROWS] : []), ...damaged.warnings()];
  return { ...inspected, warnings, ids, rows };
}

const NOTHING: InspectedCsv = { columns: {}, unknownColumns: [], warnings: [], style: { hasDecimalComma: false, marks: new Set() } };

/** Other requests wait for one row or as long as this, while rows are only read. */
const TURN_MS = 2;

const NO_ROWS = 'The file has no rows, so nothing is imported.';

const UNCLEAR_DAYS =
  'must be true or false, as the day and the month of times or dates in the file could be either: true where 1/2/2026 is in February. ' +
  'A year that comes first needs four digits';

function hasUnclearDay({ values, receivedAt }: SentRow, { fields }: CompiledForm): boolean {
  const dates = fields.flatMap(({ name, type }) => (type === 'date' && Object.hasOwn(values, name) ? [values[name]] : []));
  return [receivedAt, ...dates].some((sent) => typeof sent === 'string' && isUnclearDay(sent));
}

/** A text that is the same for rows of the same content, whatever the order of their members. */
const contentOf = ({ values, otherValues, receivedAt }: SentRow): string => JSON.stringify([values, otherValues, receivedAt], inOrder);

const inOrder = (_: string, value: unknown): unknown =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
