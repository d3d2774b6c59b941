/** Converts a local time of a zone, given as if it were in UTC, to its instant. Both are milliseconds since 1970. */
export type ZoneClock = (local: number) => number;

/** The milliseconds by which local time is ahead of UTC at an instant, which is in milliseconds since 1970. */
export type ZoneOffset = (instant: number) => number;

/**
 * The clock of an IANA time zone, by the data of the runtime; null for an unknown name. A skipped local time is converted with the offset
 * before the change, and a repeated one to its first instant (`compatible` in RFC 9557 and Temporal).
 */
export function zoneClock(name: string): ZoneClock | null {
  if (!isZone(name)) return null;
  const offsetAt = zoneOffset(name);
  return (local) => {
    const before = offsetAt(local - DAY_MS);
    const after = offsetAt(local + DAY_MS);
    if (before === after || offsetAt(local - before) === before) return local - before;
    return offsetAt(local - after) === after ? local - after : local - before;
  };
}

/** True for the name of a time zone. Offsets such as `+01:00` are not names, although some runtimes accept them. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const DAY_MS = 86_400_000;

/** The offset of a time zone. Throws for an unknown name. Most days have a single offset, which is cached. */
export function zoneOffset(timeZone: string): ZoneOffset {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, ...PARTS });
  const ofDays = new Map<number, number | null>();
  const exactly = (instant: number): number => clockOf(format, instant) - Math.floor(instant / 1000) * 1000;
  return (instant) => {
    const day = Math.floor(instant / DAY_MS);
    let offset = ofDays.get(day);
    if (offset === undefined) {
      const [first, last] = [exactly(day * DAY_MS), exactly((day + 1) * DAY_MS)];
      offset = first === last ? first : null;
      if (ofDays.size >= MAX_DAYS) ofDays.clear();
      ofDays.set(day, offset);
    }
    return offset ?? exactly(instant);
  };
}

const MAX_DAYS = 10_000;

const PARTS: Intl.DateTimeFormatOptions = {
  ...{ calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23', era: 'short' },
  ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
};

/** The local time at an instant, as if it were in UTC. */
function clockOf(format: Intl.DateTimeFormat, instant: number): number {
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const [month, day, hour, minute, second] = (['month', 'day', 'hour', 'minute', 'second'] as const).map((part) => Number(parts[part]));
  const year = parts['era'] === 'BC' || parts['era'] === 'B' ? 1 - Number(parts['year']) : Number(parts['year']);
  const date = new Date(0);
  date.setUTCFullYear(year, month! - 1, day);
  return date.setUTCHours(hour!, minute, second);
}
