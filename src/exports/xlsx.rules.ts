import type { ExportColumn } from './export-columns.rules';
import type { Chunk, SubmissionPages } from './export.types';
import type { ZipEntry } from './zip';
import { isCalendarDate, parseTimestamp } from '../api/validation/date.rules';

/** Rows of a sheet without its header. */
export const MAX_ROWS_OF_SHEET = 1_048_575;

/** The parts of a workbook with one sheet of submissions, for a ZIP archive. */
export function* workbookOf(pages: SubmissionPages, columns: readonly ExportColumn[]): Generator<ZipEntry> {
  for (const [name, text] of Object.entries(PARTS)) yield { name, content: once(XML + text) };
  yield { name: 'xl/worksheets/sheet1.xml', content: sheetOf(pages, columns) };
}

async function* once(text: string): AsyncGenerator<Chunk> {
  yield text;
}

async function* sheetOf(pages: SubmissionPages, columns: readonly ExportColumn[]): AsyncGenerator<Chunk> {
  const letters = columns.map((_, index) => columnLetters(index));
  const names = columns.map(({ name }, index) => cellOf(`${letters[index]}1`, name, false));
  yield `${XML}${SHEET_START}<row r="1">${names.join('')}</row>`;
  let number = 1;
  for await (const { submissions } of pages) {
    const rows = submissions.map((submission) => {
      number += 1;
      const cells = columns.map(({ valueOf, isDate }, index) => cellOf(`${letters[index]}${number}`, valueOf(submission), isDate));
      return `<row r="${number}">${cells.join('')}</row>`;
    });
    yield rows.join('');
  }
  yield '</sheetData></worksheet>';
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SCHEMAS = 'http://schemas.openxmlformats.org';
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`;
const RELATIONS = `${SCHEMAS}/officeDocument/2006/relationships`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The first row stays while the others are scrolled. */
const SHEET_START =
  `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `<Types xmlns="${SCHEMAS}/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `<Relationships xmlns="${SCHEMAS}/package/2006/relationships">` +
    `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">` + '<sheets><sheet name="Submissions" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${SCHEMAS}/package/2006/relationships">` +
    `<Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
    '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>',
};

/** The indexes of the styles in `xl/styles.xml`. */
const DATE = 1;
const DATE_AND_TIME = 2;

/**
 * A cell of a sheet, with its type: a number, a boolean, a date in UTC, or a text, which never runs as a formula. Empty for nothing.
 * Numbers beyond 15 digits are shown rounded by spreadsheets. Dates before March 1900, which spreadsheets disagree on, are texts.
 */
export function cellOf(reference: string, value: unknown, isDate: boolean): string {
  if (value === undefined || value === null || value === '') return '';
  if (value instanceof Date) return dateCell(reference, value, DATE_AND_TIME) ?? textCell(reference, value.toISOString());
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? `<c r="${reference}"><v>${value}</v></c>` : textCell(reference, String(value));
    case 'boolean':
      return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
    case 'string':
      return (isDate ? dateOfText(reference, value) : null) ?? textCell(reference, value);
    default:
      return textCell(reference, JSON.stringify(value));
  }
}

/** The letters of a column, from 0 on: A to Z, AA, AB, and so on. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

/** A text for XML of spreadsheets, which write characters that XML has not as `_xHHHH_`, and a text that looks like this escaped. */
export const escapedText = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(ILLEGAL, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (character) => ENTITIES[character]!);

/** A text that a cell can hold, which ends with an ellipsis where it was cut. */
export const cutText = (text: string): string =>
  text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;

const textCell = (reference: string, text: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapedText(cutText(text))}</t></is></c>`;

function dateOfText(reference: string, text: string): string | null {
  if (isCalendarDate(text)) return dateCell(reference, new Date(text), DATE);
  const instant = parseTimestamp(text);
  return instant && dateCell(reference, instant, DATE_AND_TIME);
}

/** A day is 1; 1970 began on day 25,569. */
const dateCell = (reference: string, instant: Date, style: number): string | null =>
  instant.getTime() < FIRST_DATE ? null : `<c r="${reference}" s="${style}"><v>${instant.getTime() / 86_400_000 + 25_569}</v></c>`;

const FIRST_DATE = Date.UTC(1900, 2, 1);

/** UTF-16 code units, as spreadsheets count. */
const MAX_TEXT = 32_767;

/** Control characters, a carriage return, which readers of XML would change, halves of characters, and the two that are none. */
// eslint-disable-next-line no-control-regex
const ILLEGAL = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Cs}/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
