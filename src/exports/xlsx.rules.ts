import type { FieldType } from '../forms/definition/field.types';
import type { ExportColumn } from './export-columns.rules';
import type { Chunk, TablePages } from './export.types';
import type { LocalTime } from './local-time.rules';
import { linesIn, textWidth } from './text-width.rules';
import { cellOf, columnLetters, MAX_LINES, shownText, STYLES, textCell } from './xlsx-cells.rules';
import { PARTS, SHEET_END, sheetStart, XML } from './xlsx-parts.rules';
import type { ZipEntry } from './zip';

export const MAX_ROWS_OF_SHEET = 1_048_575;

export function* workbookOf(pages: TablePages, columns: readonly ExportColumn[], time: LocalTime): Generator<ZipEntry> {
  for (const [name, text] of Object.entries(PARTS)) yield { name, content: once(XML + text) };
  yield { name: 'xl/worksheets/sheet1.xml', content: sheetOf(pages, columns, time) };
}

async function* once(text: string): AsyncGenerator<Chunk> {
  yield text;
}

async function* sheetOf(pages: TablePages, columns: readonly ExportColumn[], time: LocalTime): AsyncGenerator<Chunk> {
  let sheet: Sheet | undefined;
  for await (const page of pages) {
    if (page.length === 0) continue;
    if (!sheet) yield (sheet = new Sheet(columns, page, time)).start();
    yield sheet.rows(page);
  }
  if (!sheet) yield new Sheet(columns, [], time).start();
  yield SHEET_END;
}

/** Writes rows one after the other. The column widths stand before the rows in the XML, so only the first rows determine them. */
class Sheet {
  private readonly letters: string[];
  private readonly widths: number[];
  private number = 1;

  constructor(
    private readonly columns: readonly ExportColumn[],
    firstRows: readonly unknown[][],
    private readonly time: LocalTime,
  ) {
    this.letters = columns.map((_, index) => columnLetters(index));
    this.widths = columns.map(({ header, type }, index) => {
      const values = firstRows.map((row) => row[index]);
      return widthOf(header, type, values);
    });
  }

  start(): string {
    const cells = this.columns.map(({ header }, index) => textCell(`${this.letters[index]}1`, header, STYLES.header));
    return `${XML}${sheetStart(this.widths)}<row r="1">${cells.join('')}</row>`;
  }

  rows(page: readonly unknown[][]): string {
    return page.map((row) => this.row(row)).join('');
  }

  private row(values: readonly unknown[]): string {
    this.number += 1;
    const cells = values.map((value, index) => {
      const column = { isDate: this.columns[index]!.type === 'date', width: this.widths[index]! };
      return cellOf(`${this.letters[index]}${this.number}`, value, column, this.time);
    });
    const lines = Math.max(...values.map((value, index) => linesIn(shownText(value) ?? '', this.widths[index]!, MAX_LINES)));
    const height = lines > 1 ? ` ht="${lines * LINE_HEIGHT}" customHeight="1"` : '';
    return `<row r="${this.number}"${height}>${cells.join('')}</row>`;
  }
}

/** The height of a line of text in points. */
const LINE_HEIGHT = 15;

/** The width of a column in characters, by its type, its header and its first values. */
export function widthOf(header: string, type: FieldType | null, values: readonly unknown[]): number {
  const ofHeader = Math.ceil(textWidth(header) * WIDTH_OF_BOLD);
  const widest = values.reduce((most: number, value) => Math.max(most, shownWidth(value)), Math.max(ofHeader, LEAST[type ?? 'string']));
  return Math.min(widest + MARGIN, MAX_WIDTH);
}

const MARGIN = 2;
const MAX_WIDTH = 60;
const WIDTH_OF_BOLD = 1.1;

/** The width of `2026-11-20 21:26:00`. A date that does not fit is shown as `####`. */
const WIDTH_OF_TIME = 19;
const LEAST: Readonly<Record<FieldType, number>> = { string: 8, number: 8, date: WIDTH_OF_TIME, boolean: 6, array: 8, file: 12 };

function shownWidth(value: unknown): number {
  if (value instanceof Date) return WIDTH_OF_TIME;
  return textWidth(shownText(value) ?? JSON.stringify(value ?? ''));
}
