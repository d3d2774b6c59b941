import { isCalendarDate, parseTimestamp } from '../api/validation/date.rules';
import { FileLinks, type FileLinkOfName } from './export.types';
import type { LocalTime } from './local-time.rules';
import { linesIn } from './text-width.rules';

/** The indexes of the styles of cells in `xl/styles.xml`. */
export const STYLES = { date: 1, time: 2, header: 3, link: 4, whole: 5, lines: 6 } as const;

export const MAX_LINES = 5;

export interface CellColumn {
  /** Texts that are dates become dates. */
  isDate: boolean;
  /** In characters. */
  width: number;
}

/**
 * A cell of a sheet, with its type: a number, a boolean, a date on the clocks of a zone, or a text, which never runs as a formula. Empty for
 * nothing. Whole numbers of more than 15 digits, of which spreadsheets lose the last ones, and dates before March 1900, which they disagree
 * on, are texts; so are lists and objects.
 */
export function cellOf(reference: string, value: unknown, { isDate, width }: CellColumn, time: LocalTime): string {
  if (value === undefined || value === null || value === '') return '';
  if (value instanceof Date) return instantCell(reference, value, time) ?? textCell(reference, time.textOf(value));
  const written = (text: string) => textCell(reference, text, linesIn(text, width, MAX_LINES) > 1 ? STYLES.lines : undefined);
  if (value instanceof FileLinks && value.links.length === 1) return linkCell(reference, value.links[0]!) ?? written(value.links[0]!.url);
  switch (typeof value) {
    case 'number':
      return numberCell(reference, value, width);
    case 'boolean':
      return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
    case 'string':
      return (isDate ? dateOfText(reference, value, time) : null) ?? written(value);
    default:
      return written(shownText(value)!);
  }
}

/** The text of a cell: lists of texts are joined for people, a file has its name, and several have a line each. Null for values that are no texts. */
export function shownText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || value instanceof Date) return null;
  if (value instanceof FileLinks) {
    const { links } = value;
    return links.length === 1 ? links[0]!.filename : links.map(({ filename, url }) => `${filename}: ${url}`).join('\n');
  }
  const isListOfTexts = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  return isListOfTexts ? value.join(', ') : JSON.stringify(value);
}

export const textCell = (reference: string, text: string, style?: number): string =>
  text === ''
    ? ''
    : `<c r="${reference}"${styled(style)} t="inlineStr"><is><t xml:space="preserve">${escapedText(cutText(text))}</t></is></c>`;

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
export const cutText = (text: string, most = MAX_TEXT): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;

const styled = (style?: number): string => (style === undefined ? '' : ` s="${style}"`);

/** Spreadsheets show more than eleven digits of a number without a format as a power of ten. */
function numberCell(reference: string, value: number, width: number): string {
  if (!Number.isFinite(value) || (Number.isSafeInteger(value) && Math.abs(value) >= 1e15)) return textCell(reference, String(value));
  const isLong = Number.isInteger(value) && Math.abs(value) >= 1e11 && Math.abs(value) < 1e15 && String(value).length < width;
  return `<c r="${reference}"${styled(isLong ? STYLES.whole : undefined)}><v>${value}</v></c>`;
}

function dateOfText(reference: string, text: string, time: LocalTime): string | null {
  if (isCalendarDate(text)) return dayCell(reference, Date.parse(text), STYLES.date);
  const instant = parseTimestamp(text);
  return instant && instantCell(reference, instant, time);
}

const instantCell = (reference: string, instant: Date, { offsetAt }: LocalTime): string | null =>
  dayCell(reference, instant.getTime() + offsetAt(instant.getTime()), STYLES.time);

/** A day is 1; 1970 began on day 25,569. Null for times that a spreadsheet does not have. */
const dayCell = (reference: string, local: number, style: number): string | null =>
  local < FIRST_DATE || local >= END_OF_DATES ? null : `<c r="${reference}" s="${style}"><v>${local / 86_400_000 + 25_569}</v></c>`;

/** A link by a formula of texts, since sheets can have no more than 65,530 other links; null where the address is too long for one. */
function linkCell(reference: string, { filename, url }: FileLinkOfName): string | null {
  if (url.length > MAX_FORMULA_TEXT) return null;
  const name = cutText(filename, MAX_FORMULA_TEXT);
  const formula = `HYPERLINK(${formulaText(url)},${formulaText(name)})`;
  return `<c r="${reference}" s="${STYLES.link}" t="str"><f>${escapedText(formula)}</f><v>${escapedText(name)}</v></c>`;
}

const formulaText = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** UTF-16 code units, as spreadsheets count. */
const MAX_TEXT = 32_767;
const MAX_FORMULA_TEXT = 255;

const FIRST_DATE = Date.UTC(1900, 2, 1);
const END_OF_DATES = Date.UTC(10_000, 0);

/** Control characters, a carriage return, which readers of XML would change, halves of characters, and the two that are none. */
// eslint-disable-next-line no-control-regex
const ILLEGAL = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Cs}/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
