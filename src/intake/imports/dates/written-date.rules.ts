import { isCalendarDate } from '../../../api/validation/date.rules';
import { monthOf, WEEKDAYS } from './names.rules';

/** A date at the beginning of a text, in the format of RFC 3339, and what follows it. */
export interface WrittenDate {
  date: string;
  rest: string;
}

/** The reasons for which a text with the shape of a date is not read: two possible dates, two possible centuries, or the other order of day and month. */
export type UnclearDate = 'either' | 'century' | 'swapped';

/**
 * Reads the date with which a text begins, such as `2026-11-20`, `11/20/2026`, `20.11.26`, `2026. 11. 20.`, `20. November 2026`,
 * `Nov 20, 2026` or `2026年11月20日`. Returns null for any other text. Without `isDayFirst` it reads only unambiguous dates.
 */
export function writtenDate(text: string, isDayFirst?: boolean): WrittenDate | UnclearDate | null {
  const start = withoutWeekday(text);
  for (const { pattern, read } of FORMATS) {
    const found = pattern.exec(start);
    if (!found) continue;
    const date = read(found.groups!, isDayFirst);
    return isUnclear(date) || date === null ? date : { date, rest: start.slice(found[0].length) };
  }
  return null;
}

const isUnclear = (date: string | null): date is UnclearDate => date === 'either' || date === 'century' || date === 'swapped';

type Parts = Partial<Record<string, string>>;
type Read = (parts: Parts, isDayFirst: boolean | undefined) => string | null;

const FORMATS: { pattern: RegExp; read: Read }[] = [
  { pattern: /^(?<year>\d{4})(?<mark>[-/.]) ?(?<month>\d\d?)\k<mark> ?(?<day>\d\d?)\.?(?!\d)/, read: yearFirst },
  { pattern: /^(?<year>\d{4})年(?<month>\d\d?)月(?<day>\d\d?)日/, read: yearFirst },
  { pattern: /^(?<first>\d\d?)(?<mark>[-/.]) ?(?<second>\d\d?)\k<mark> ?(?<year>\d{4}|\d\d)(?!\d)/, read: yearLast },
  {
    pattern:
      /^(?<day>\d\d?)(?:\.|er|[ºª°]|st|nd|rd|th)?[-/ ]{0,2}(?:de )?(?<name>\p{L}{3,12})\.?,?[-/ ]{0,2}(?:del? )?(?<year>\d{4}|\d\d)(?!\d)/iu,
    read: named,
  },
  { pattern: /^(?<name>\p{L}{3,12})\.? (?<day>\d\d?)(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/iu, read: named },
];

function withoutWeekday(text: string): string {
  const found = /^(\p{L}{2,10})\.?,? (?=.*\d)/u.exec(text);
  return found && WEEKDAYS.has(found[1]!.toLowerCase()) ? text.slice(found[0].length) : text;
}

function yearFirst({ year, month, day }: Parts): string | null {
  return calendarDate(year!, month!, day!);
}

function named({ year, name, day }: Parts): string | null {
  const month = monthOf(name!);
  return month === undefined ? null : inFullYear(year!, (full) => calendarDate(full, String(month), day!));
}

function yearLast({ first, mark, second, year }: Parts, isDayFirst: boolean | undefined): string | null {
  return inFullYear(year!, (full) => {
    const dayFirst = calendarDate(full, second!, first!);
    const monthFirst = calendarDate(full, first!, second!);
    if (isDayFirst !== undefined) return (isDayFirst ? dayFirst : monthFirst) ?? (dayFirst || monthFirst ? 'swapped' : null);
    const isYearPossible = year!.length === 2 && mark !== '.' && calendarDate(`20${first!.padStart(2, '0')}`, second!, year!) !== null;
    if (isYearPossible || (dayFirst && monthFirst && dayFirst !== monthFirst)) return dayFirst || monthFirst ? 'either' : null;
    return dayFirst ?? monthFirst;
  });
}

/**
 * Reads years of two digits from 1950 to 2029. Spreadsheets show the years 1930 to 1949 and 2030 to 2049 alike, so these are written with
 * four digits.
 */
function inFullYear(year: string, read: (full: string) => string | null): string | null {
  if (year.length === 4) return read(year);
  if (year >= '30' && year <= '49') return read(`20${year}`) === null ? null : 'century';
  return read((year < '30' ? '20' : '19') + year);
}

function calendarDate(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}
