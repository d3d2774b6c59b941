import { isCalendarDate, parseIsoTimestamp, parseTimestamp } from '../../api/validation/date.rules';
import { type ZoneClock, zoneClock } from '../../platform/time-zone.rules';

/** The settings for reading the times of a file. */
export interface TimeOptions {
  /** True when the day precedes the month in ambiguous dates; undefined when the request does not say. */
  isDayFirst?: boolean;
  /** The IANA zone of times without an offset; undefined for UTC. */
  timeZone?: string;
}

export type ReadTime = Date | { error: string };

/**
 * Reads `2026-11-20`, `2026/11/20`, `11/20/2026` and `20.11.2026`, each with an optional 24-hour or AM/PM time and an optional zone: `Z`,
 * `UTC`, `GMT`, `+05:30`, `GMT-4` or an abbreviation. Also reads the other forms of ISO 8601.
 */
export function timeReader({ isDayFirst, timeZone }: TimeOptions): (text: string) => ReadTime {
  const clock = timeZone === undefined ? null : zoneClock(timeZone);
  return (text) => {
    const exact = parseIsoTimestamp(text.trim());
    if (exact) return exact;
    const written = writtenTime(text, isDayFirst);
    if (written === EITHER) return { error: UNCLEAR_DAY };
    const local = written && parseTimestamp(`${written.local}Z`);
    if (!local) return { error: NOT_A_TIME };
    const { offset, abbreviation } = written;
    if (abbreviation && timeZone === undefined) return { error: unclearZone(abbreviation) };
    return (offset ? parseTimestamp(written.local + offset) : onClock(local, clock)) ?? { error: NOT_A_TIME };
  };
}

/** True for a time whose day and month cannot be distinguished. */
export const isUnclearDay = (text: string): boolean => writtenTime(text) === EITHER;

/** A time as it stands in the file, split into its parts. */
interface WrittenTime {
  /** The local time in the format of RFC 3339. The day exists; the time of day may not. */
  local: string;
  /** The offset in the format of RFC 3339. */
  offset?: string;
  /** Letters that name several zones. */
  abbreviation?: string;
}

/** Stands for a text with two possible dates, because its day and month cannot be distinguished. */
const EITHER: unique symbol = Symbol('either');

/** Returns null for any other text. Without `isDayFirst` it reads only unambiguous texts. */
function writtenTime(text: string, isDayFirst?: boolean): WrittenTime | typeof EITHER | null {
  if (text.length > MAX_LENGTH) return null;
  const clean = text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim();
  const found = YEAR_FIRST.exec(clean) ?? YEAR_LAST.exec(clean);
  if (!found) return null;
  const date = dateOf(found.groups!, isDayFirst);
  if (date === null || date === EITHER) return date;
  const parts = TIME_AND_ZONE.exec(clean.slice(found[0].length))?.groups;
  const zone = parts && zoneOf(parts);
  if (!zone) return null;
  const { hour = '0', minute = '00', second = '00', fraction = '0', half } = parts;
  return { local: `${date}T${hourOf(Number(hour), half)}:${minute}:${second}.${fraction}`, ...zone };
}

const MAX_LENGTH = 64;

const YEAR_FIRST = /^(?<year>\d{4})(?:-(?<month>\d\d)-(?<day>\d\d)|\/(?<shortMonth>\d\d?)\/(?<shortDay>\d\d?))/;
const YEAR_LAST = /^(?<first>\d\d?)(?<mark>[/.])(?<second>\d\d?)\k<mark>(?<year>\d{4})/;

const TIME = String.raw`(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const HALF = String.raw`(?:(?<half>[AaPp])(?:[Mm]|\.[Mm]\.)(?![A-Za-z]))?`;
const ZONE = String.raw`(?<name>[A-Za-z]{1,5})? *(?:(?<sign>[+-])(?<zoneHour>\d\d?)(?::?(?<zoneMinute>\d\d))?)?`;
const TIME_AND_ZONE = new RegExp(`^(?:(?:T|, | ) *${TIME} *${HALF} *${ZONE})?$`);

type Parts = Partial<Record<string, string>>;

function dateOf(parts: Parts, isDayFirst: boolean | undefined): string | typeof EITHER | null {
  const { year, first, second, shortMonth, shortDay, month = shortMonth, day = shortDay } = parts;
  if (first === undefined || second === undefined) return calendarDate(year!, month!, day!);
  const couldBeEither = Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
  if (couldBeEither && isDayFirst === undefined) return calendarDate(year!, first, second) && calendarDate(year!, second, first) && EITHER;
  const isFirst = isDayFirst ?? Number(first) > 12;
  return isFirst ? calendarDate(year!, second, first) : calendarDate(year!, first, second);
}

function calendarDate(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}

/** Returns the hour in two digits; AM or PM with an hour above 12 yields an invalid hour. */
function hourOf(hours: number, half: string | undefined): string {
  if (half === undefined) return String(hours).padStart(2, '0');
  if (hours < 1 || hours > 12) return 'none';
  return String((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)).padStart(2, '0');
}

/** Returns an empty object for no zone, and null for unknown letters. */
function zoneOf({ name, sign, zoneHour, zoneMinute = '00' }: Parts): Pick<WrittenTime, 'offset' | 'abbreviation'> | null {
  const isUniversal = name === undefined || UNIVERSAL.has(name.toUpperCase());
  if (!isUniversal) return sign === undefined && /^[A-Z]{2,}$/.test(name) ? { abbreviation: name } : null;
  if (sign !== undefined) return { offset: `${sign}${zoneHour!.padStart(2, '0')}:${zoneMinute}` };
  return name === undefined ? {} : { offset: 'Z' };
}

const UNIVERSAL: ReadonlySet<string> = new Set(['Z', 'UTC', 'GMT']);

function onClock(local: Date, clock: ZoneClock | null): Date | null {
  const instant = new Date(clock ? clock(local.getTime()) : local);
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}

const NOT_A_TIME =
  'The time must be written like 2026-11-20T21:26:00Z, 2026-11-20 21:26 or 11/20/2026 9:26 PM, by the order that day_first tells.';
const UNCLEAR_DAY = 'The day and the month of this time could be either. Write it like 2026-11-20.';
const unclearZone = (abbreviation: string): string =>
  `The letters ${abbreviation} stand for several time zones. Give time_zone, such as time_zone=America/Halifax.`;
