import { parseIsoTimestamp, parseTimestamp } from '../../../api/validation/date.rules';
import { type ZoneClock, zoneClock } from '../../../platform/time-zone.rules';
import { EITHER, writtenTime } from './written-time.rules';

/** How the times of a file are written. */
export interface TimeOptions {
  /** Whether the day comes before the month where both are numbers of months; undefined when nobody has said. */
  isDayFirst?: boolean;
  /** The IANA zone of times without an offset; undefined for UTC. */
  timeZone?: string;
}

/** The instant of a text; or why there is none. */
export type ReadTime = Date | { error: string };

/** Reads the times of a file. */
export function timeReader({ isDayFirst, timeZone }: TimeOptions): (text: string) => ReadTime {
  const clock = timeZone === undefined ? null : zoneClock(timeZone);
  return (text) => {
    const exact = parseIsoTimestamp(text.trim());
    if (exact) return exact;
    const written = writtenTime(text, isDayFirst);
    if (written === null) return { error: NOT_A_TIME };
    if (written === EITHER) return { error: UNCLEAR_DAY };
    const { local, zone } = written;
    if (zone && 'offset' in zone) return parseTimestamp(local + zone.offset) ?? { error: NOT_A_TIME };
    if (zone && timeZone === undefined) return { error: unclearZone(zone.abbreviation) };
    return onClock(parseTimestamp(`${local}Z`)!, clock) ?? { error: NOT_A_TIME };
  };
}

/** True for a time whose day and month could be either, so that only somebody who knows the file can tell. */
export const isUnclearDay = (text: string): boolean => writtenTime(text) === EITHER;

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
