import type { ExportColumn } from './export-columns.rules';
import type { Chunk, SubmissionPages } from './export.types';
import { cellOf, columnLetters } from './xlsx-cells.rules';
import type { ZipEntry } from './zip';

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
