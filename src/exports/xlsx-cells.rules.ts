import { isCalendarDate, parseTimestamp } from '../api/validation/date.rules';
import { FileLinks, type FileLinkOfName } from './export.types';
import type { LocalTime } from './local-time.rules';
import { linesIn } from './text-width.rules';

/** The indexes of the cell styles in `xl/styles.xml`. */
export const STYLES = { date: 1, time: 2, header: 3, link: 4, whole: 5, lines: 6 } as const;

export const MAX_LINES = 5;

export interface CellColumn {
  /** True to write texts that are dates as dates. */
  isDate: boolean;
  /** The width of the column in characters. */
  width: number;
}

/**
 * Writes a cell as a number, a boolean, a date in the time zone, or a text, which never runs as a formula. Returns an empty string for no
 * value. Written as texts are lists, objects, whole numbers of more than 15 digits, whose last digits spreadsheets lose, and dates before
 * March 1900, for which spreadsheets disagree.
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

/** Joins a list of texts, and writes the names of files on lines of their own. Returns null for values that are not texts. */
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

/** Converts a column index from 0 on to letters: A to Z, AA, AB, and so on. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

/** Escapes a text for spreadsheets, which write characters that XML forbids, and texts of this form, as `_xHHHH_`. */
export const escapedText = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(ILLEGAL, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (character) => ENTITIES[character]!);

/** Cuts a text to the length that a cell can hold, and marks the cut with an ellipsis. */
export const cutText = (text: string, most = MAX_TEXT): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;

const styled = (style?: number): string => (style === undefined ? '' : ` s="${style}"`);

/** Formats whole numbers of more than eleven digits, which spreadsheets otherwise show as powers of ten. */
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

/** Spreadsheets count days; 1970 begins on day 25,569. Null for times that they cannot represent. */
const dayCell = (reference: string, local: number, style: number): string | null =>
  local < FIRST_DATE || local >= END_OF_DATES ? null : `<c r="${reference}" s="${style}"><v>${local / 86_400_000 + 25_569}</v></c>`;

/** Writes a link as a formula, since a sheet can have only 65,530 other links. Null when the address is too long for a formula. */
function linkCell(reference: string, { filename, url }: FileLinkOfName): string | null {
  if (url.length > MAX_FORMULA_TEXT) return null;
  const name = cutText(filename, MAX_FORMULA_TEXT);
  const formula = `HYPERLINK(${formulaText(url)},${formulaText(name)})`;
  return `<c r="${reference}" s="${STYLES.link}" t="str"><f>${escapedText(formula)}</f><v>${escapedText(name)}</v></c>`;
}

const formulaText = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The limits of spreadsheets, in UTF-16 code units. */
const MAX_TEXT = 32_767;
const MAX_FORMULA_TEXT = 255;

const FIRST_DATE = Date.UTC(1900, 2, 1);
const END_OF_DATES = Date.UTC(10_000, 0);

/** Control characters, carriage returns, which XML parsers convert, lone surrogates, and the noncharacters U+FFFE and U+FFFF. */
// eslint-disable-next-line no-control-regex
const ILLEGAL = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Cs}/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
