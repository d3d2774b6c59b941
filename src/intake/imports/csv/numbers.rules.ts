import { isFloatingPoint } from '../../../fields/values/coercion.rules';

/** The sign before the decimals of a number. */
export type DecimalMark = ',' | '.';

/** The way in which a file writes numbers. */
export interface NumberStyle {
  /** True where a comma comes before decimals, as in files with `;` between their values. */
  hasDecimalComma: boolean;
  /** The signs that certainly are before decimals in numbers of the file. */
  marks: ReadonlySet<DecimalMark>;
}

/**
 * Returns a number of a spreadsheet in the syntax of HTML number inputs, or `unclear` where its sign could be before decimals or between
 * thousands. Returns null for any other text.
 */
export function plainNumber(cell: string, { hasDecimalComma, marks }: NumberStyle): string | null {
  const text = signed(cell);
  const certain = certainMark(text);
  if (certain !== undefined) return certain === ',' && !hasDecimalComma && SIMPLE.test(text) ? null : plain(text, certain);
  if (!GROUPED_ONCE.test(text)) return null;
  const isComma = text.includes(',');
  const [only, ...others] = marks;
  if (only && others.length === 0) return plain(text, only);
  if (others.length > 0) return 'unclear';
  if (isComma === hasDecimalComma) return isComma ? plain(text, ',') : plain(text, '.');
  return 'unclear';
}

/** Returns the sign that is certainly before decimals in a number of a file, or would be; null where a number does not show it. */
export function markIn(cell: string): DecimalMark | null {
  const text = signed(cell);
  return /[.,]/.test(text) ? (certainMark(text) ?? null) : null;
}

/** Undefined for a text that is no number, and for one such as `1.234`. */
function certainMark(text: string): DecimalMark | undefined {
  if (text.length > MAX_LENGTH || GROUPED_ONCE.test(text)) return undefined;
  if (isFloatingPoint(text)) return '.';
  return NUMBERS.find(({ pattern }) => pattern.test(text))?.mark;
}

/** Spreadsheets of some languages write U+2212 as the minus sign, and one of several blanks between thousands. */
const signed = (cell: string): string =>
  cell.length > MAX_LENGTH
    ? cell
    : cell
        .trim()
        .replace(/^−/, '-')
        .replace(/[\u00a0\u2009\u202f]/g, ' ');

const plain = (text: string, mark: DecimalMark): string =>
  mark === ',' ? text.replace(/[. '’]/g, '').replace(',', '.') : text.replace(/[, '’]/g, '');

const MAX_LENGTH = 64;
const SIMPLE = /^-?\d*,\d+(?:e[+-]?\d+)?$/i;
const GROUPED_ONCE = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

const NUMBERS: { pattern: RegExp; mark: DecimalMark }[] = [
  { pattern: SIMPLE, mark: ',' },
  { pattern: /^-?[1-9]\d{0,2}(?:[ '’]\d{3})+(?:,\d+)?$/, mark: ',' },
  { pattern: /^-?[1-9]\d{0,2}(?:[ '’]\d{3})+\.\d+$/, mark: '.' },
  { pattern: /^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/, mark: ',' },
  { pattern: /^-?[1-9]\d{0,2}(?:\.\d{3}){2,}$/, mark: ',' },
  { pattern: /^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/, mark: '.' },
  { pattern: /^-?[1-9]\d{0,2}(?:,\d{3}){2,}$/, mark: '.' },
];
