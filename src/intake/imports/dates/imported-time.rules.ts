import { isCalendarDate, parseIsoTimestamp, parseTimestamp } from '../../../api/validation/date.rules';
import { type ZoneClock, zoneClock } from '../../../platform/time-zone.rules';
import { type UnclearDate, writtenDate } from './written-date.rules';

/** The settings for reading the times of a file. */
export interface TimeOptions {
  /** True when the day precedes the month in ambiguous dates; undefined when the request does not say. */
  isDayFirst?: boolean;
  /** The IANA zone of times without an offset; undefined for UTC. */
  timeZone?: string;
}

export type ReadTime = Date | { error: string };

/**
 * Reads a date as `writtenDate` does, with an optional 24-hour or AM/PM time and an optional zone: `Z`, `UTC`, `GMT`, `+05:30`, `GMT-4` or an
 * abbreviation. Also reads the other forms of ISO 8601, and the numbers by which spreadsheets count days.
 */
export function timeReader({ isDayFirst, timeZone }: TimeOptions): (text: string) => ReadTime {
  const clock = timeZone === undefined ? null : zoneClock(timeZone);
  return (text) => {
    const exact = parseIsoTimestamp(text.trim());
    if (exact) return exact;
    const written = writtenTime(text, isDayFirst);
    if (typeof written === 'string') return { error: unclear(written, isDayFirst) };
    const local = written && parseTimestamp(`${written.date}T${written.time}Z`);
    if (!local) return { error: NOT_A_TIME };
    const { offset, abbreviation } = written;
    if (abbreviation && timeZone === undefined) return { error: unclearZone(abbreviation) };
    return (offset ? parseTimestamp(`${written.date}T${written.time}${offset}`) : onClock(local, clock)) ?? { error: NOT_A_TIME };
  };
}

/**
 * Reads the date of a field, as a date or, with a time, as a timestamp. Midnight without a zone counts as no time, since spreadsheets write
 * it behind dates. Returns a text that is no date as it is, since the rules of the field refuse it.
 */
export function dateReader(options: TimeOptions): (text: string) => { value: string } | { error: string } {
  const timeOf = timeReader(options);
  return (text) => {
    if (isCalendarDate(text) || parseTimestamp(text)) return { value: text };
    const written = writtenTime(text, options.isDayFirst);
    if (typeof written === 'string') return { error: unclear(written, options.isDayFirst) };
    const hasZone = written?.offset !== undefined || written?.abbreviation !== undefined;
    if (written && !hasZone && MIDNIGHT.test(written.time)) return { value: written.date };
    const time = timeOf(text);
    if (time instanceof Date) return { value: time.toISOString() };
    return written ? time : { value: text };
  };
}

/** True for a time whose day and month cannot be distinguished. */
export const isUnclearDay = (text: string): boolean => writtenTime(text) === 'either';

/** A time as it stands in the file, split into its parts. */
interface WrittenTime {
  /** An existing day as `YYYY-MM-DD`. */
  date: string;
  /** The time of day in the format of RFC 3339, which may not exist. */
  time: string;
  /** The offset in the format of RFC 3339. */
  offset?: string;
  /** Letters that name several zones. */
  abbreviation?: string;
}

/** Returns null for any other text. Without `isDayFirst` it reads only unambiguous texts. */
function writtenTime(text: string, isDayFirst?: boolean): WrittenTime | UnclearDate | null {
  if (text.length > MAX_LENGTH) return null;
  const clean = text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Pd}/gu, '-')
    .trim();
  const found = serialDay(clean) ?? writtenDate(clean, isDayFirst);
  if (found === null || typeof found === 'string' || 'time' in found) return found;
  const parts = TIME_AND_ZONE.exec(found.rest)?.groups;
  const zone = parts && zoneOf(parts);
  if (!zone) return null;
  const { hour = '0', minute = '00', second = '00', fraction = '0', half } = parts;
  return { date: found.date, time: `${hourOf(Number(hour), half)}:${minute}:${second}.${fraction}`, ...zone };
}

const MAX_LENGTH = 64;
const MIDNIGHT = /^00:00:00\.0+$/;

const TIME = String.raw`(?<hour>\d\d?)(?<mark>[:.h])(?<minute>\d\d)(?:\k<mark>(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const HALF = String.raw`(?:(?<half>[AaPp])(?:[Mm]|\. ?[Mm]\.)(?![A-Za-z]))?`;
const ZONE = String.raw`(?<name>[A-Za-z]{1,5})? *(?:(?<sign>[+-])(?<zoneHour>\d\d?)(?::?(?<zoneMinute>\d\d))?)?`;
const TIME_AND_ZONE = new RegExp(`^(?:(?:T|, | ) *(?:(?:at|um|à|a las|a la) )?${TIME}(?: Uhr| h)? *${HALF} *${ZONE})?$`);

type Parts = Partial<Record<string, string>>;

/**
 * Spreadsheets count days from 1900 on and write times as fractions. Only numbers of five digits are read, from 1927 to 2173: shorter ones
 * are rather years.
 */
function serialDay(text: string): WrittenTime | null {
  if (!/^[1-9]\d{4}(?:[.,]\d{1,12})?$/.test(text)) return null;
  const iso = new Date(Math.round((Number(text.replace(',', '.')) - 25_569) * 86_400_000)).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, -1) };
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
const UNCLEAR = {
  either: 'The day and the month of this time could be either. Write it like 2026-11-20.',
  century: 'The year could be of either century. Write it with four digits, like 2026-11-20.',
};
const unclear = (why: UnclearDate, isDayFirst?: boolean): string =>
  why === 'swapped'
    ? `By day_first=${isDayFirst} this is no date, but by day_first=${!isDayFirst} it is. Set day_first as the file is, or write it like 2026-11-20.`
    : UNCLEAR[why];
const unclearZone = (abbreviation: string): string =>
  `The letters ${abbreviation} stand for several time zones. Give time_zone, such as time_zone=America/Halifax.`;
