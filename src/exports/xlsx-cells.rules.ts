import { isCalendarDate, parseTimestamp } from '../api/validation/date.rules';

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
