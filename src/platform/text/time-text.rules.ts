/**
 * Writes an instant for people: by the habits of a language, which has 24 hours or AM and PM, in a time zone that it names. A zone that
 * the runtime does not know, since its data is older than that of the process which stored the zone, is told in UTC.
 */
export function timeTextIn(at: Date, language: string, timeZone: string | null, options: Intl.DateTimeFormatOptions = {}): string {
  const write = (zone: string): string => new Intl.DateTimeFormat(language, { ...PARTS, ...options, timeZone: zone }).format(at);
  try {
    return write(timeZone ?? 'UTC');
  } catch {
    return write('UTC');
  }
}

const PARTS: Intl.DateTimeFormatOptions = {
  ...{ day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
};
