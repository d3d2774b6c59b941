import { type ZoneOffset, zoneOffset } from '../platform/time-zone.rules';

/** The clocks by which the instants of a table are written. */
export interface LocalTime {
  /** ISO 8601 with the offset of the moment: `2026-11-20T22:26:00.000+01:00`, in UTC with `Z`. It names the same instant in every zone. */
  textOf: (instant: Date) => string;
  offsetAt: ZoneOffset;
}

export const UNIVERSAL: LocalTime = { textOf: (instant) => instant.toISOString(), offsetAt: () => 0 };

export function localTime(timeZone: string): LocalTime {
  if (timeZone.toUpperCase() === 'UTC') return UNIVERSAL;
  const offsetAt = zoneOffset(timeZone);
  return { textOf: (instant) => textWithOffset(instant, offsetAt(instant.getTime())), offsetAt };
}

/** Offsets of earlier centuries have seconds, which ISO 8601 has not: the time is then that of the whole minutes. */
function textWithOffset(instant: Date, offset: number): string {
  const minutes = Math.trunc(offset / 60_000);
  const local = new Date(instant.getTime() + minutes * 60_000);
  if (local.getUTCFullYear() < 1 || local.getUTCFullYear() > 9999) return instant.toISOString();
  const sign = minutes < 0 ? '-' : '+';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) => String(part).padStart(2, '0'));
  return `${local.toISOString().slice(0, -1)}${sign}${hours}:${rest}`;
}
