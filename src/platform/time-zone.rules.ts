/** Converts a time on the clocks of a zone, written as one of UTC, to its instant. Both are milliseconds since 1970. */
export type ZoneClock = (local: number) => number;

/** The milliseconds by which the clocks of a zone are ahead of UTC at an instant, in milliseconds since 1970. */
export type ZoneOffset = (instant: number) => number;

/**
 * The clock of an IANA time zone by the data of the runtime; null for a name that is none. A time that clocks skip is read with the offset
 * before the change, and of a time that they show twice it is the first (`compatible` in RFC 9557 and Temporal).
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

/** Offsets such as `+01:00` are no names, though some runtimes take them. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const DAY_MS = 86_400_000;

/** Throws for a name that is none. Most days have one offset, which is asked for once. */
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

/** The time on the clocks at an instant, as if it were one of UTC. */
function clockOf(format: Intl.DateTimeFormat, instant: number): number {
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const [month, day, hour, minute, second] = (['month', 'day', 'hour', 'minute', 'second'] as const).map((part) => Number(parts[part]));
  const year = parts['era'] === 'BC' || parts['era'] === 'B' ? 1 - Number(parts['year']) : Number(parts['year']);
  const date = new Date(0);
  date.setUTCFullYear(year, month! - 1, day);
  return date.setUTCHours(hour!, minute, second);
}
