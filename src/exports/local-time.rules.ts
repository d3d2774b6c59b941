import { type ZoneOffset, zoneOffset } from '../platform/time-zone.rules';

/** The clock of the time zone in which a table writes instants. */
export interface LocalTime {
  /** ISO 8601 with the offset at the instant, such as `2026-11-20T22:26:00.000+01:00`, or with `Z` in UTC. */
  textOf: (instant: Date) => string;
  offsetAt: ZoneOffset;
}

export const UNIVERSAL: LocalTime = { textOf: (instant) => instant.toISOString(), offsetAt: () => 0 };

export function localTime(timeZone: string): LocalTime {
  if (timeZone.toUpperCase() === 'UTC') return UNIVERSAL;
  const offsetAt = zoneOffset(timeZone);
  return { textOf: (instant) => textWithOffset(instant, offsetAt(instant.getTime())), offsetAt };
}

/** Truncates the offset to minutes: offsets of earlier centuries have seconds, which ISO 8601 does not allow. */
function textWithOffset(instant: Date, offset: number): string {
  const minutes = Math.trunc(offset / 60_000);
  const local = new Date(instant.getTime() + minutes * 60_000);
  if (local.getUTCFullYear() < 1 || local.getUTCFullYear() > 9999) return instant.toISOString();
  const sign = minutes < 0 ? '-' : '+';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) => String(part).padStart(2, '0'));
  return `${local.toISOString().slice(0, -1)}${sign}${hours}:${rest}`;
}
