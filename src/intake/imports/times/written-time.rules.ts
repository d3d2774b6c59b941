import { isCalendarDate } from '../../../api/validation/date.rules';
import { Scanner } from './scanner.rules';

/** A time as a person, a form or a spreadsheet has written it. */
export interface WrittenTime {
  /** In the form of RFC 3339, without its zone. */
  local: string;
  /** The zone as RFC 3339 has it; the letters of an abbreviation, which many zones share; null without one. */
  zone: { offset: string } | { abbreviation: string } | null;
}

/** The text is a time on one of two days, as nobody knows whether its day or its month comes first. */
export const EITHER: unique symbol = Symbol('either');

/**
 * Reads `2026-11-20`, `2026/11/20`, `11/20/2026` and `20.11.2026`, each with an optional time of 24 hours or with AM and PM, and an optional
 * zone behind it. It goes through the text once. Null for any other text.
 * @param isDayFirst undefined when only texts that can be read in one way are to be read
 */
export function writtenTime(text: string, isDayFirst?: boolean): WrittenTime | typeof EITHER | null {
  if (text.length > MAX_LENGTH) return null;
  const scanner = new Scanner(
    text
      .replace(/\p{Cf}/gu, '')
      .replace(/\p{Zs}/gu, ' ')
      .trim(),
  );
  const date = dateIn(scanner, isDayFirst);
  if (date === null || date === EITHER) return date;
  if (scanner.isAtEnd) return { local: `${date}T00:00:00`, zone: null };
  if (!scanner.take('T') && !scanner.take(', ') && !scanner.take(' ')) return null;
  scanner.blanks();
  const time = timeIn(scanner);
  scanner.blanks();
  const zone = scanner.isAtEnd ? null : zoneIn(scanner);
  return time && zone !== undefined && scanner.isAtEnd ? { local: `${date}T${time}`, zone } : null;
}

const MAX_LENGTH = 64;

function dateIn(scanner: Scanner, isDayFirst: boolean | undefined): string | typeof EITHER | null {
  const first = scanner.digits(1, 4);
  const separator = scanner.oneOf('-/.');
  const second = scanner.digits(1, 2);
  if (!scanner.take(separator)) return null;
  if (first.length === 4) {
    const day = scanner.digits(1, 2);
    if (separator === '.' || (separator === '-' && second.length + day.length < 4)) return null;
    return calendarDate(first, second, day);
  }
  const year = scanner.digits(4, 4);
  if (separator === '-' || first.length > 2) return null;
  const couldBeEither = Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
  if (couldBeEither && isDayFirst === undefined) return calendarDate(year, first, second) && calendarDate(year, second, first) && EITHER;
  const [day, month] = (isDayFirst ?? Number(first) > 12) ? [first, second] : [second, first];
  return calendarDate(year, month, day);
}

function calendarDate(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}

/** `21:26`, `21:26:00.5`, `9:26 PM`, `9:26 p.m.`; null for what is none. */
function timeIn(scanner: Scanner): string | null {
  const hours = scanner.digits(1, 2);
  const minutes = scanner.take(':') ? scanner.digits(2, 2) : '';
  const hasSeconds = scanner.take(':');
  const seconds = hasSeconds ? scanner.digits(2, 2) : '00';
  const hasFraction = hasSeconds && scanner.oneOf('.,') !== '';
  const fraction = hasFraction ? scanner.digits(1, 9) : '0';
  const hour = hourOf(Number(hours), halfOfDayIn(scanner));
  if (hour === null || [hours, minutes, seconds, fraction].includes('') || Number(minutes) > 59 || Number(seconds) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}.${fraction}`;
}

function halfOfDayIn(scanner: Scanner): 'a' | 'p' | null {
  scanner.blanks();
  return (['a', 'p'] as const).find((half) => scanner.takeWord(`${half}m`) || scanner.takeWord(`${half}.m.`)) ?? null;
}

function hourOf(hours: number, half: 'a' | 'p' | null): number | null {
  if (half === null) return hours <= 23 ? hours : null;
  return hours >= 1 && hours <= 12 ? (hours % 12) + (half === 'p' ? 12 : 0) : null;
}

/** `Z`, `UTC`, `GMT`, `+05:30`, `GMT-4` or an abbreviation; undefined for what is none. */
function zoneIn(scanner: Scanner): WrittenTime['zone'] | undefined {
  const name = scanner.letters(5);
  scanner.blanks();
  const sign = scanner.oneOf('+-');
  if (name !== '' && !UNIVERSAL.has(name.toUpperCase())) return sign === '' && isAbbreviation(name) ? { abbreviation: name } : undefined;
  if (sign === '') return name === '' ? undefined : { offset: 'Z' };
  const digits = scanner.digits(1, 4);
  const hours = digits.length > 2 ? digits.slice(0, -2) : digits;
  const minutes = digits.length > 2 ? digits.slice(-2) : scanner.take(':') ? scanner.digits(2, 2) : '00';
  if (hours === '' || minutes === '' || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return { offset: `${sign}${hours.padStart(2, '0')}:${minutes}` };
}

const UNIVERSAL: ReadonlySet<string> = new Set(['Z', 'UTC', 'GMT']);
const isAbbreviation = (name: string): boolean => name.length >= 2 && name === name.toUpperCase();
