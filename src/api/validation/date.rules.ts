/** True for a date of the Gregorian calendar as `YYYY-MM-DD`, from the year 1 on, since PostgreSQL has no year 0. */
export function isCalendarDate(text: string): boolean {
  if (!DATE.test(text) || text < '0001') return false;
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text); // Date reads 30 February as a day of March
}

/**
 * The instant of an RFC 3339 timestamp, else null. Rounded up to whole milliseconds, like stored times, so that it selects the same rows as
 * the exact instant. The zone is required, since readers would interpret a time without it differently. Leap seconds are refused, since
 * neither a Date nor the database can store them.
 */
export function parseTimestamp(text: string): Date | null {
  if (text.length > MAX_TIMESTAMP_LENGTH || !TIMESTAMP.test(text) || !isCalendarDate(text.slice(0, 10))) return null;
  const instant = new Date(Date.parse(text.toUpperCase()) + (SUB_MILLISECOND_DIGITS.test(text) ? 1 : 0));
  const year = instant.getUTCFullYear(); // the offset can lead out of the four-digit years
  return year >= 1 && year <= 9999 ? instant : null;
}

/** A timestamp in UTC and in whole seconds. Any other value stays as it is. */
export function toTheSecond(value: unknown): unknown {
  const instant = typeof value === 'string' ? parseTimestamp(value) : null;
  return instant ? new Date(Math.floor(instant.getTime() / 1000) * 1000).toISOString() : value;
}

/**
 * The instant of an ISO 8601 timestamp with a zone, in the extended or the basic format, else null. Unlike in RFC 3339, the seconds may be
 * missing, a comma may precede the fraction, and the offset may lack its colon or its minutes.
 */
export function parseIsoTimestamp(text: string): Date | null {
  const parts = text.length <= MAX_TIMESTAMP_LENGTH ? (EXTENDED.exec(text) ?? BASIC.exec(text))?.groups : undefined;
  if (!parts) return null;
  const { year, month, day, hour, minute, second = '00', fraction = '0', sign, zoneHour, zoneMinute = '00' } = parts;
  const zone = sign ? `${sign}${zoneHour}:${zoneMinute}` : 'Z';
  return parseTimestamp(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${zone}`);
}

/** The instant of a timestamp, or the first instant of a date in UTC; null for any other text. */
export function parseDateOrTimestamp(text: string): Date | null {
  return isCalendarDate(text) ? new Date(text) : parseTimestamp(text);
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const ZONE = '(?:Z|(?<sign>[+-])(?<zoneHour>\\d{2})(?::?(?<zoneMinute>\\d{2}))?)';
const isoFormat = (dash: string, colon: string): RegExp =>
  new RegExp(
    `^(?<year>\\d{4})${dash}(?<month>\\d{2})${dash}(?<day>\\d{2})T(?<hour>\\d{2})${colon}(?<minute>\\d{2})` +
      `(?:${colon}(?<second>\\d{2})(?:[.,](?<fraction>\\d+))?)?${ZONE}$`,
    'i',
  );
const EXTENDED = isoFormat('-', ':');
const BASIC = isoFormat('', '');
const SUB_MILLISECOND_DIGITS = /\.\d{3}\d*[1-9]/;
const MAX_TIMESTAMP_LENGTH = 64;
